import { isReportKey } from '../../../../shared/data-access/importing/import-report.ts';
import type { ImportKind } from '../../../../shared/data-access/importing/record-kinds.ts';

/** S3 keeps keys of 1,024 bytes; the name of the report must fit too. */
const longestName = 200;

/** What S3 advises to use in keys; all else would have to be quoted somewhere. */
const unusual = /[^A-Za-z0-9._-]+/g;

/**
 * Where files are put to be imported together: under their kind, in the order of time, and under a name that tells an
 * operator what was in it. None is called like a report, which nobody would import.
 */
export const uploadKey = (kind: ImportKind, fileNames: readonly string[], now: Date): string => {
  const [first = '', ...others] = fileNames;
  const more = others.length === 0 ? '' : `-and-${others.length}-more.gz`;
  const time = now.toISOString().replace(/[-:.]/g, '');
  const key = `${kind}/${time}-${first.replace(unusual, '-').slice(0, longestName)}${more}`;
  return isReportKey(key) ? `${key}.ndjson` : key;
};
