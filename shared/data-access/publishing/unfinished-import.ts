import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { storeCall } from '../store-failure.ts';
import { DamagedPublication } from './damaged-publication.ts';
import { type PublishedBucket, readObject } from './published-object.ts';

const markKey = 'unfinished-import.json';

/** An import that has begun to write to the tables and has not come to its end. */
export const unfinishedImport = z.object({ kind: z.string().min(1), startedAt: z.iso.datetime() });
export type UnfinishedImport = z.infer<typeof unfinishedImport>;

/**
 * The import whose half would be published now; undefined where there is none. Throws StoreUnavailable, or
 * DamagedPublication where the mark is there and cannot be read.
 */
export const readUnfinishedImport = async (
  bucket: PublishedBucket,
): Promise<UnfinishedImport | undefined> => {
  const reading = await readObject(bucket, markKey);
  if (reading.kind !== 'found') return undefined;
  try {
    return unfinishedImport.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
  } catch (error) {
    throw new DamagedPublication(`${markKey} cannot be read`, { cause: error });
  }
};

/** Keeps every run that is not forced from publishing, until the mark is cleared. Throws StoreUnavailable. */
export const markUnfinishedImport = async (
  { client, bucket }: PublishedBucket,
  mark: UnfinishedImport,
): Promise<void> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: markKey,
    Body: `${JSON.stringify(unfinishedImport.parse(mark))}\n`,
    ContentType: 'application/json',
  });
  await storeCall('marking the import', () => client.send(command));
};

/** What is stored is whole again. Throws StoreUnavailable. */
export const clearUnfinishedImport = async ({ client, bucket }: PublishedBucket): Promise<void> => {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: markKey });
  await storeCall('clearing the mark of the import', () => client.send(command));
};
