import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { storeCall } from '../../../shared/data-access/errors.ts';
import type { ImportMark } from '../../../shared/data-access/importing/import-mark.ts';
import {
  type ImportReport,
  readReport,
  reportedFile,
} from '../../../shared/data-access/importing/import-report.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { RollbackHold } from '../../../shared/domain/publication/publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Maximum milliseconds between reports: an import is resumed after 16 minutes, and may work for 15 more. */
export const maxSilence = 35 * 60_000;

/** Returns up to `count` reports of file imports, newest first. Throws StoreUnavailable. */
export const newestReports = async (imports: Bucket, count: number): Promise<readonly ImportReport[]> => {
  const found: { readonly file: string; readonly at: number }[] = [];
  await storeCall('listing the import bucket', async () => {
    for await (const { Contents = [] } of paginateListObjectsV2(imports, { Bucket: imports.bucket }))
      for (const { Key = '', LastModified } of Contents) {
        const file = reportedFile(Key);
        // Records about a whole kind are named like reports, but belong to no file.
        if (file !== undefined && readFileKey(file).kind !== undefined)
          found.push({ file, at: LastModified?.getTime() ?? 0 });
      }
  });
  const newest = found.sort((one, other) => other.at - one.at).slice(0, count);
  const reports = await Promise.all(newest.map(({ file }) => readReport(imports, file)));
  return reports
    .filter((report) => report !== undefined)
    .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
};

/** Returns the newest report if it is recent and shows a running import. Throws StoreUnavailable. */
export const readRunningImport = async (imports: Bucket): Promise<ImportReport | undefined> => {
  // Compares several by `updatedAt`, because S3 lists times in whole seconds and short imports take less.
  const [report] = await newestReports(imports, 5);
  if (report?.status !== 'importing') return undefined;
  return Date.now() - Date.parse(report.updatedAt) < maxSilence ? report : undefined;
};

type Mark = Pick<ImportMark, 'kind' | 'restoredFrom' | 'startedAt'>;

/** Whether the import or restore that wrote a marker may still be running. Throws StoreUnavailable. */
export const mayRun = async (imports: Bucket, { restoredFrom, startedAt }: Mark): Promise<boolean> =>
  // A restore may run on another machine, so only its start is known.
  (restoredFrom !== undefined && Date.now() - Date.parse(startedAt) < maxSilence) ||
  (await readRunningImport(imports)) !== undefined;

/** Describes the work that wrote a marker, such as `import of services`. */
export const describeMark = ({ kind, restoredFrom }: Omit<Mark, 'startedAt'>): string =>
  restoredFrom === undefined ? `import of ${kind}` : `restore of ${kind} from the table ${restoredFrom}`;

type Hold = Omit<Mark, 'startedAt'> &
  Partial<Pick<ImportMark, 'startedAt' | 'endedAt'>> & { readonly rollback?: RollbackHold | undefined };

/** Describes the rollback that holds publications back, such as `rollback to VERSION by ada@host at TIME (reason)`. */
export const describeRollback = (hold: RollbackHold | undefined): string => {
  if (!hold) return 'rollback whose record (rollback.json) cannot be read';
  const { to, by, startedAt, reason } = hold;
  const why = reason === undefined ? '' : ` (${reason})`;
  return `rollback to ${to} by ${by} at ${startedAt}${why}`;
};

/** Explains which import, restore or rollback blocks publishing, and what to do. Throws StoreUnavailable. */
export const explainHold = async (
  { imports, command }: Pick<OperatedStack, 'imports' | 'command'>,
  { startedAt, endedAt, rollback, ...mark }: Hold,
): Promise<{ readonly message: string; readonly remedy?: string }> => {
  if (mark.kind === 'rollback')
    return {
      message: `publications are held back by the ${describeRollback(rollback)}. Until they resume, locations do not open or close on their first and last days`,
      remedy:
        `When the stored records are correct: ${command('waypost publish')}` +
        (rollback
          ? `. If the rollback was interrupted, run it again: ${command(`waypost rollback ${rollback.to}`)}`
          : ''),
    };
  const publishAnyway = `or publish the stored records as they are: ${command('waypost publish --force')}`;
  if (startedAt === undefined)
    return {
      message:
        'the marker of the last import (last-import.json) cannot be read. The import may be incomplete, so publishing is blocked',
      remedy: `Run the last import again with --force, ${publishAnyway}`,
    };
  const what = `the ${describeMark(mark)} that started at ${startedAt}`;
  if (endedAt !== undefined)
    return { message: `${what} has finished, and its records will be published automatically` };
  if (await mayRun(imports, { ...mark, startedAt })) {
    const message = `${what} is running, and its records will be published automatically when it finishes`;
    if (mark.restoredFrom === undefined) return { message };
    const until = new Date(Date.parse(startedAt) + maxSilence).toISOString();
    return { message, remedy: `If stopped, run the restore again. It counts as running until ${until}` };
  }
  return {
    message: `${what} stopped halfway, so nothing is published`,
    remedy: `Run it again, ${publishAnyway}`,
  };
};
