import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { storeCall } from '../../../shared/data-access/errors.ts';
import {
  type ImportReport,
  readReport,
  reportedFile,
} from '../../../shared/data-access/importing/import-report.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';

/**
 * Milliseconds for which an import may write no report and still go on: one that was interrupted is taken up again
 * after 16 minutes, and may work for 15 more before its next.
 */
export const longestSilence = 35 * 60_000;

/** What is recorded of a whole kind is named like a report, but belongs to no file. */
const isFile = (key: string): boolean => readFileKey(key).kind !== undefined;

/** The report that was written last; undefined where there is none that can be read. Throws StoreUnavailable. */
const newestReport = async (imports: Bucket): Promise<ImportReport | undefined> => {
  let newest: { readonly file: string; readonly at: number } | undefined;
  await storeCall('listing the import bucket', async () => {
    for await (const { Contents = [] } of paginateListObjectsV2(imports, { Bucket: imports.bucket }))
      for (const { Key = '', LastModified } of Contents) {
        const file = reportedFile(Key);
        const at = LastModified?.getTime() ?? 0;
        if (file !== undefined && isFile(file) && at >= (newest?.at ?? 0)) newest = { file, at };
      }
  });
  return newest && readReport(imports, newest.file);
};

/** The file of the import bucket that is being imported: the last report says so, and is not old. Throws StoreUnavailable. */
export const reportedRunningImport = async (
  imports: Bucket,
  now = Date.now(),
): Promise<ImportReport | undefined> => {
  const report = await newestReport(imports);
  if (report?.status !== 'importing') return undefined;
  return now - Date.parse(report.updatedAt) < longestSilence ? report : undefined;
};

/** Whether a file of the import bucket is being imported. Throws StoreUnavailable. */
export const reportedImportIsRunning = async (imports: Bucket, now?: number): Promise<boolean> =>
  (await reportedRunningImport(imports, now)) !== undefined;
