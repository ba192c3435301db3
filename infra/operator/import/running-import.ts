import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { storeCall } from '../../../shared/data-access/errors.ts';
import type { ImportMark } from '../../../shared/data-access/importing/import-mark.ts';
import {
  type ImportReport,
  readReport,
  reportedFile,
} from '../../../shared/data-access/importing/import-report.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/**
 * Milliseconds for which a running import may write no report: an interrupted one is resumed after 16 minutes, and may
 * work for 15 more before the next report.
 */
export const maxSilence = 35 * 60_000;

/**
 * Returns the report of the file that is being imported: the newest report says so, and is recent. Undefined if no import
 * runs. Throws StoreUnavailable.
 */
export const readRunningImport = async (imports: Bucket): Promise<ImportReport | undefined> => {
  let newest: { readonly file: string; readonly at: number } | undefined;
  await storeCall('listing the import bucket', async () => {
    for await (const { Contents = [] } of paginateListObjectsV2(imports, { Bucket: imports.bucket }))
      for (const { Key = '', LastModified } of Contents) {
        const file = reportedFile(Key);
        const at = LastModified?.getTime() ?? 0;
        // Records about a whole kind are named like reports, but belong to no file.
        const isOfFile = file !== undefined && readFileKey(file).kind !== undefined;
        if (isOfFile && at >= (newest?.at ?? 0)) newest = { file, at };
      }
  });
  const report = newest && (await readReport(imports, newest.file));
  if (report?.status !== 'importing') return undefined;
  return Date.now() - Date.parse(report.updatedAt) < maxSilence ? report : undefined;
};

type Mark = Pick<ImportMark, 'kind' | 'restoredFrom' | 'startedAt'>;

/** Whether the import or the restore of a mark still runs; otherwise it has stopped halfway. Throws StoreUnavailable. */
export const mayRun = async (imports: Bucket, mark: Mark): Promise<boolean> =>
  restoreMayRun(mark) || (await readRunningImport(imports)) !== undefined;

/** A restore may run on another machine, and only its start is recorded. */
const restoreMayRun = ({ restoredFrom, startedAt }: Mark): boolean =>
  restoredFrom !== undefined && Date.now() - Date.parse(startedAt) < maxSilence;

/** Describes what a mark is of: `import of services`. */
export const describeMark = ({ kind, restoredFrom }: Omit<Mark, 'startedAt'>): string =>
  restoredFrom === undefined ? `import of ${kind}` : `restore of ${kind} from the table ${restoredFrom}`;

type Hold = Omit<Mark, 'startedAt'> & Partial<Pick<ImportMark, 'startedAt' | 'endedAt'>>;

/** Explains which import or restore holds publications back, with what to do. Throws StoreUnavailable. */
export const explainHold = async (
  { imports, command }: Pick<OperatedStack, 'imports' | 'command'>,
  { startedAt, endedAt, ...mark }: Hold,
): Promise<{ readonly message: string; readonly remedy?: string }> => {
  const publishAnyway = `or publish what is stored as it is, this once: ${command('waypost publish --force')}`;
  if (startedAt === undefined)
    return {
      message:
        'the mark of the last import (last-import.json) cannot be read: the import may have stopped halfway, and no half of it is published',
      remedy: `Repeat the last import with --force; ${publishAnyway}`,
    };
  const what = `the ${describeMark(mark)} that began at ${startedAt}`;
  if (endedAt !== undefined)
    return { message: `${what} has ended meanwhile, and is published automatically` };
  if (await mayRun(imports, { ...mark, startedAt })) {
    const message = `${what} is running, and is published automatically when it ends`;
    if (mark.restoredFrom === undefined) return { message };
    const until = new Date(Date.parse(startedAt) + maxSilence).toISOString();
    return { message, remedy: `Repeat it if it was stopped; until ${until} it counts as running` };
  }
  return {
    message: `${what} stopped halfway, and no half of it is published`,
    remedy: `Repeat it; ${publishAnyway}`,
  };
};

/** The message about a file that was put into the import bucket, which contains the event. */
const filePut = z.object({
  Records: z.tuple([
    z.object({
      body: z
        .string()
        .transform((body): unknown => JSON.parse(body))
        .pipe(z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) })),
    }),
  ]),
});

/** Returns the key of the file that a dead letter is about. */
export const fileOf = ({ sent }: Pick<DeadLetter, 'sent'>): string | undefined => {
  try {
    return filePut.parse(sent).Records[0].body.detail.object.key;
  } catch {
    return undefined;
  }
};
