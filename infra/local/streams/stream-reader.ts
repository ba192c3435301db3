import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  type _Record as ChangeRecord,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ShardReader, shardReader } from './shard-reader.ts';
import type { StreamPosition } from './stream-position.ts';

/** The two faces of DynamoDB that streams are read through. */
export interface StreamClients {
  readonly documents: DynamoDBDocumentClient;
  readonly streams: DynamoDBStreamsClient;
}

/** A table has no stream, though an event source reads it. */
export class TableWithoutStream extends Error {
  override readonly name = 'TableWithoutStream';
}

export interface StreamReader {
  readonly streamArn: string;
  readonly position: () => StreamPosition;
  /** At most so many records that follow those read before; those of one item in their order. Rejects where the store does not answer. */
  read(limit: number): Promise<readonly ChangeRecord[]>;
}

/** Milliseconds after which the stream is asked for new shards. */
const shardListAge = 60_000;

const streamArnOf = async (documents: DynamoDBDocumentClient, tableName: string): Promise<string> => {
  const { Table } = await documents.send(new DescribeTableCommand({ TableName: tableName }));
  if (Table?.LatestStreamArn !== undefined) return Table.LatestStreamArn;
  throw new TableWithoutStream(`The table ${tableName} has no stream.`);
};

const shardsOf = async (streams: DynamoDBStreamsClient, StreamArn: string): Promise<readonly Shard[]> => {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await streams.send(
      new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }),
    );
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
};

/** Opens the stream that a table has now, at the position to which it was read, or else at its oldest record. */
export const openStream = async (
  { documents, streams }: StreamClients,
  tableName: string,
  from?: StreamPosition,
): Promise<StreamReader> => {
  const streamArn = await streamArnOf(documents, tableName);
  const known = from?.streamArn === streamArn ? from.shards : {};
  const readers = new Map<string, ShardReader>();
  let shards: readonly Shard[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;

  const listShards = async () => {
    shards = await shardsOf(streams, streamArn);
    listedAt = performance.now();
    const ids = shards.flatMap(({ ShardId }) => ShardId ?? []);
    for (const id of readers.keys()) if (!ids.includes(id)) readers.delete(id);
    for (const shardId of ids) {
      const shard = { streamArn, shardId };
      if (!readers.has(shardId))
        readers.set(shardId, shardReader(streams, shard, known[shardId] ?? { ended: false }));
    }
  };
  await listShards();

  /** What a shard has of an item comes after all that its parent has. */
  const mayBeRead = ({ ShardId = '', ParentShardId = '' }: Shard): ShardReader | undefined => {
    const parent = readers.get(ParentShardId);
    return parent === undefined || parent.position().ended ? readers.get(ShardId) : undefined;
  };

  const read = async (limit: number): Promise<readonly ChangeRecord[]> => {
    if (performance.now() - listedAt > shardListAge) await listShards();
    for (const shard of shards) {
      const reader = mayBeRead(shard);
      if (!reader || reader.position().ended) continue;
      const records = await reader.read(limit);
      // A shard that closes has children.
      if (reader.position().ended) listedAt = Number.NEGATIVE_INFINITY;
      if (records.length > 0) return records;
    }
    return [];
  };
  const position = (): StreamPosition => ({
    streamArn,
    shards: Object.fromEntries([...readers].map(([id, reader]) => [id, reader.position()])),
  });
  return { streamArn, position, read };
};
