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

/**
 * Milliseconds for which a running import may write no report: an interrupted one is resumed after 16 minutes, and may
 * work for 15 more before the next report.
 */
export const maxSilence = 35 * 60_000;

/**
 * Returns the report of the file that is being imported: the newest report says so, and is recent. Undefined if no import
 * runs. Throws StoreUnavailable.
 */
export const readRunningImport = async (
  imports: Bucket,
  now = Date.now(),
): Promise<ImportReport | undefined> => {
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
  return now - Date.parse(report.updatedAt) < maxSilence ? report : undefined;
};

type RestoreMark = Pick<ImportMark, 'restoredFrom' | 'startedAt'>;

/** Whether a mark is that of a restore that may still run, perhaps on another machine: only its start is recorded. */
export const restoreMayRun = ({ restoredFrom, startedAt }: RestoreMark, now = Date.now()): boolean =>
  restoredFrom !== undefined && now - Date.parse(startedAt) < maxSilence;

/** Returns the time from which a restore counts as stopped, in ISO 8601, UTC. */
export const restoreRunsUntil = (startedAt: string): string =>
  new Date(Date.parse(startedAt) + maxSilence).toISOString();

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
