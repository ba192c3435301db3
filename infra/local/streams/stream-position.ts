import * as z from 'zod';

/** How far one shard of a stream was read. */
const shardPosition = z.object({
  /** Sequence number of the last record; absent before the first. */
  after: z.string().optional(),
  /** Whether the shard is closed and was read to its end. */
  ended: z.boolean().default(false),
});
export type ShardPosition = z.infer<typeof shardPosition>;

/** How far a stream was read. A shard that is not named was not begun. */
const streamPosition = z.object({
  streamArn: z.string(),
  shards: z.record(z.string(), shardPosition),
});
export type StreamPosition = z.infer<typeof streamPosition>;

/** How far the changes of each event source were delivered, by its name. */
export const deliveredPositions = z.record(z.string(), streamPosition);
