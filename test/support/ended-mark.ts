import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { ImportMark } from '../../shared/data-access/importing/import-mark.ts';
import type { WritableBucket } from '../../shared/data-access/objects/bucket.ts';
import { lastImportKey } from '../../shared/domain/publication/object-keys.ts';

/** Overwrites the mark of an import to say that the import has ended. */
export const putEndedMark = async (
  { client, bucket }: WritableBucket,
  mark: Omit<ImportMark, 'endedAt'>,
  endedAt = new Date(),
): Promise<void> => {
  const Body = JSON.stringify({ ...mark, endedAt: endedAt.toISOString() });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: lastImportKey, Body }));
};
