import { isReportKey, reportKeyOf } from '../import-report.ts';
import { type ImportKind, importKinds } from '../record-kind.ts';

/** What the key of an object in the import bucket says of it. */
type FileKey =
  | { readonly kind: ImportKind; readonly whyNot?: undefined }
  | { readonly kind?: undefined; readonly whyNot: string };

/** The most that S3 takes, in bytes. */
const longestKeyBytes = 1_024;

/** Whether an object stands for a folder: consoles put such ones. */
export const isFolderKey = (key: string): boolean => key.endsWith('/');

const kindOf = (key: string): ImportKind | undefined =>
  isFolderKey(key) ? undefined : importKinds.find((kind) => key.startsWith(`${kind}/`));

/** `locations/spring.ndjson` is of the kind `locations`; of what is never imported it answers why not. */
export const readFileKey = (key: string): FileKey => {
  if (isReportKey(key)) return { whyNot: 'it is called like the report of an import' };
  const kind = kindOf(key);
  if (kind === undefined)
    return {
      whyNot: `its key does not begin with a kind, and name a file of it: ${importKinds.map((each) => `${each}/`).join(', ')}`,
    };
  if (Buffer.byteLength(reportKeyOf(key)) > longestKeyBytes)
    return {
      whyNot: `its key is too long: that of its report would have more than ${longestKeyBytes} bytes`,
    };
  return { kind };
};
