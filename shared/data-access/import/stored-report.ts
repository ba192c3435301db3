import { PutObjectCommand } from '@aws-sdk/client-s3';
import { storeCall } from '../errors.ts';
import { type Bucket, readObject } from '../objects/bucket.ts';
import { type ImportReport, importReport, reportKeyOf } from './import-report.ts';

/** Bucket of import files, and its client. */
export type ImportBucket = Bucket;

/** Reads the report of a file; undefined if it is absent or unreadable. Throws StoreUnavailable. */
export const readReport = async (bucket: ImportBucket, file: string): Promise<ImportReport | undefined> => {
  const reading = await readObject(bucket, reportKeyOf(file));
  if (reading.kind !== 'found') return undefined;
  try {
    return importReport.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
  } catch {
    // Damaged: the import starts again, and finds stored records unchanged.
    return undefined;
  }
};

/** Stores a report beside its file. Throws StoreUnavailable. */
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
