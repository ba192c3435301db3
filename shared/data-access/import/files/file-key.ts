import { isReportKey, reportKeyOf } from '../import-report.ts';
import { type ImportKind, importKinds } from '../record-kind.ts';

/** Result of reading the key of an object in the import bucket. */
type FileKey =
  | { readonly kind: ImportKind; readonly whyNot?: undefined }
  | { readonly kind?: undefined; readonly whyNot: string };

/** Maximum length of an S3 key, in bytes. */
const longestKeyBytes = 1_024;

/** Whether an object stands for a folder, as consoles create them. */
export const isFolderKey = (key: string): boolean => key.endsWith('/');

const kindOf = (key: string): ImportKind | undefined =>
  isFolderKey(key) ? undefined : importKinds.find((kind) => key.startsWith(`${kind}/`));

/**
 * Reads the kind of import from a key: `locations/spring.ndjson` is of the kind `locations`. Otherwise returns why the
 * object is never imported.
 */
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
