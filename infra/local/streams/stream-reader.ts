import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  type _Record as ChangeRecord,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

export type { ChangeRecord };

/** The limit of GetRecords. */
export const maxPage = 1_000;

/** Milliseconds after which the shards are listed again. */
const shardListAge = 60_000;

/** The last record read of a shard, and whether the shard is closed and was read to its end. */
const shardPosition = z.object({ after: z.string().optional(), ended: z.boolean() });

/** How far a stream was read. Shards that were not begun may be absent. */
export const streamPosition = z.object({
  streamArn: z.string(),
  shards: z.record(z.string(), shardPosition),
});
export type StreamPosition = z.infer<typeof streamPosition>;

export interface StreamClients {
  readonly documents: DynamoDBDocumentClient;
  readonly streams: DynamoDBStreamsClient;
}

interface OpenShard {
  readonly shardId: string;
  readonly parentId: string;
  position: z.infer<typeof shardPosition>;
  /** Iterators expire, so a failure drops it. */
  iterator?: string | undefined;
}

export type StreamReader = Awaited<ReturnType<typeof openStream>>;

/** Opens the current stream of a table, at a position in it or else at its oldest record. Throws if there is no stream. */
export const openStream = async (
  { documents, streams }: StreamClients,
  tableName: string,
  from?: StreamPosition,
) => {
  const { Table } = await documents.send(new DescribeTableCommand({ TableName: tableName }));
  const streamArn = Table?.LatestStreamArn;
  if (streamArn === undefined) throw new Error(`The table ${tableName} has no stream.`);
  const stored = from?.streamArn === streamArn ? from.shards : {};
  let shards: OpenShard[] = [];
  let listedAt = -Infinity;

  const listShards = async (): Promise<void> => {
    const listed: OpenShard[] = [];
    let last: string | undefined;
    do {
      const page = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last });
      const { Shards = [], LastEvaluatedShardId } = (await streams.send(page)).StreamDescription ?? {};
      for (const { ShardId: shardId = '', ParentShardId: parentId = '' } of Shards) {
        const open = shards.find((shard) => shard.shardId === shardId);
        listed.push(open ?? { shardId, parentId, position: stored[shardId] ?? { ended: false } });
      }
      last = LastEvaluatedShardId;
    } while (last !== undefined);
    shards = listed;
    listedAt = performance.now();
  };
  await listShards();

  return {
    streamArn,
    position: (): StreamPosition => ({
      streamArn,
      shards: Object.fromEntries(shards.map(({ shardId, position }) => [shardId, position])),
    }),
    /** Returns at most `limit` of the next records; those of one item are in order. Rejects if the store fails. */
    read: async (limit: number): Promise<readonly ChangeRecord[]> => {
      if (performance.now() - listedAt > shardListAge) await listShards();
      for (const shard of shards) {
        // The changes of an item in a shard come after all those in its parent.
        const parent = shards.find(({ shardId }) => shardId === shard.parentId);
        if (shard.position.ended || parent?.position.ended === false) continue;
        const records = await readShard(streams, streamArn, shard, limit);
        // A shard that closes has children.
        if (shard.position.ended) listedAt = -Infinity;
        if (records.length > 0) return records;
      }
      return [];
    },
  };
};

/**
 * Reads the next records of a shard and moves its position. Without an iterator it reads the record of the position
 * again, as proof that the shard continues from there. If that record is gone, as in an older database that was restored,
 * the shard is read from its oldest record.
 */
const readShard = async (
  streams: DynamoDBStreamsClient,
  StreamArn: string,
  shard: OpenShard,
  limit: number,
): Promise<readonly ChangeRecord[]> => {
  const { iterator, shardId: ShardId } = shard;
  const { after } = shard.position;
  const proof = iterator === undefined ? after : undefined;
  const startOver = () => {
    shard.position = { ended: false };
    return [];
  };
  shard.iterator = undefined;
  try {
    const start = new GetShardIteratorCommand({
      StreamArn,
      ShardId,
      ShardIteratorType: proof === undefined ? 'TRIM_HORIZON' : 'AT_SEQUENCE_NUMBER',
      SequenceNumber: proof,
    });
    const ShardIterator = iterator ?? (await streams.send(start)).ShardIterator;
    const Limit = Math.min(proof === undefined ? limit : limit + 1, maxPage);
    const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit }));
    const { Records = [], NextShardIterator } = page;
    if (proof !== undefined && Records.length === 0) return startOver();
    const records =
      proof === undefined ? Records : Records.filter(({ dynamodb }) => dynamodb?.SequenceNumber !== proof);
    shard.iterator = NextShardIterator;
    shard.position = {
      after: records.at(-1)?.dynamodb?.SequenceNumber ?? after,
      ended: NextShardIterator === undefined,
    };
    return records;
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return startOver();
    throw error;
  }
};
