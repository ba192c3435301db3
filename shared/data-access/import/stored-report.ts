import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Bucket, readObject } from '../objects/bucket.ts';
import { storeCall } from '../store-failure.ts';
import { type ImportReport, importReport, reportKeyOf } from './import-report.ts';

/** The bucket of files to be imported, and how to reach it. */
export type ImportBucket = Bucket;

/** The report that lies beside a file; undefined where there is none that can be read. Throws StoreUnavailable. */
export const readReport = async (bucket: ImportBucket, file: string): Promise<ImportReport | undefined> => {
  const reading = await readObject(bucket, reportKeyOf(file));
  if (reading.kind !== 'found') return undefined;
  try {
    return importReport.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
  } catch {
    // Damaged, or another release's: the import begins anew, and finds what is stored already unchanged.
    return undefined;
  }
};

/** Puts a report beside its file. Throws StoreUnavailable. */
export const writeReport = async (
  { client, bucket }: ImportBucket,
  report: ImportReport,
): Promise<ImportReport> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: reportKeyOf(report.file),
    Body: `${JSON.stringify(importReport.parse(report))}\n`,
    ContentType: 'application/json',
  });
  await storeCall('writing the report', () => client.send(command));
  return report;
};
