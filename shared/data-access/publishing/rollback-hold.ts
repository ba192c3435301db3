import * as z from 'zod/mini';
import { rollbackKey } from '../../domain/publication/object-keys.ts';
import { type RollbackHold, rollbackHold } from '../../domain/publication/publication.ts';
import { type Bucket, type ReadableBucket, readJson } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';

/** Record of the last rollback, which blocks publishing the tables until it ends. */
const rollbackRecord = z.extend(rollbackHold, {
  /** When the tables were published again; absent while publications are held. */
  endedAt: z.optional(z.iso.datetime()),
});

/**
 * Reads the rollback that blocks publications; undefined if there is none. A damaged record counts as a hold. Throws
 * StoreUnavailable.
 */
export const readRollbackHold = async (
  bucket: ReadableBucket,
): Promise<RollbackHold | 'unreadable' | undefined> => {
  const stored = await readJson(bucket, rollbackKey, rollbackRecord);
  if (!stored) return undefined;
  if (!stored.data) return 'unreadable';
  const { endedAt, ...hold } = stored.data;
  return endedAt === undefined ? hold : undefined;
};

/** Blocks publishing the tables. Call it only while holding the lease. Throws StoreUnavailable. */
export const startRollbackHold = (bucket: Bucket, hold: RollbackHold): Promise<void> => put(bucket, hold);

/** Ends a hold, as the tables were published again. Call it only while holding the lease. Throws StoreUnavailable. */
export const endRollbackHold = (bucket: Bucket, hold: RollbackHold, endedAt: string): Promise<void> =>
  put(bucket, { ...hold, endedAt });

const put = async (bucket: Bucket, record: z.infer<typeof rollbackRecord>): Promise<void> => {
  await putJson(bucket, 'recording the rollback', {
    key: rollbackKey,
    content: rollbackRecord.parse(record),
  });
};
