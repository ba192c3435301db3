import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { readObject } from '../objects/bucket.ts';
import { storeCall } from '../store-failure.ts';
import { type ImportReport, reportKeyOf } from './import-report.ts';
import type { ImportKind } from './record-kind.ts';
import type { ImportBucket } from './stored-report.ts';

/** Imported file of one kind with the latest put. */
const newestImport = z.object({
  file: z.string().check(z.minLength(1)),
  putAt: z.iso.datetime(),
});
type NewestImport = z.infer<typeof newestImport>;

/**
 * Named like a report: the importer may write only those, and their events never reach it. No file has this report, as
 * the keys of files begin with a kind.
 */
const keyOf = (kind: ImportKind): string => reportKeyOf(`newest/${kind}`);

/** A file of the same kind that was put later has been imported already. */
export class NewerImported extends Error {
  override readonly name = 'NewerImported';
}

const readNewest = async (bucket: ImportBucket, kind: ImportKind): Promise<NewestImport | undefined> => {
  const reading = await readObject(bucket, keyOf(kind));
  if (reading.kind !== 'found') return undefined;
  try {
    return newestImport.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
  } catch {
    // Damaged: the next import replaces it.
    return undefined;
  }
};

type Put = Pick<ImportReport, 'file' | 'kind' | 'putAt'>;

/**
 * Refuses a file that was put before the newest imported file of its kind: events may arrive out of order, and an older
 * file must not undo a newer one. S3 gives whole seconds; files put in the same second are imported as they come. Throws
 * NewerImported or StoreUnavailable.
 */
export const refuseOlder = async (bucket: ImportBucket, { kind, putAt }: Put): Promise<void> => {
  if (putAt === undefined) return;
  const newest = await readNewest(bucket, kind);
  if (newest && Date.parse(putAt) < Date.parse(newest.putAt))
    throw new NewerImported(
      `a newer file of this kind was imported before it: ${newest.file}, put at ${newest.putAt}. Put this one again if it is meant`,
    );
};

/** Records a file as the newest imported one of its kind, unless it was forced after a newer one. Throws StoreUnavailable. */
export const markNewest = async (bucket: ImportBucket, { kind, file, putAt }: Put): Promise<void> => {
  if (putAt === undefined) return;
  const newest = await readNewest(bucket, kind);
  if (newest && Date.parse(putAt) < Date.parse(newest.putAt)) return;
  const command = new PutObjectCommand({
    Bucket: bucket.bucket,
    Key: keyOf(kind),
    Body: `${JSON.stringify(newestImport.parse({ file, putAt }))}\n`,
    ContentType: 'application/json',
  });
  await storeCall('recording the newest import', () => bucket.client.send(command));
};
