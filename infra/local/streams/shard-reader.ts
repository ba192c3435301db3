import {
  type _Record as ChangeRecord,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { ShardPosition } from './stream-position.ts';

/** Most records that one GetRecords gives. */
const largestPage = 1_000;

export interface ShardReader {
  readonly position: () => ShardPosition;
  /** At most so many records that follow those read before, oldest first. Rejects where the store does not answer. */
  read(limit: number): Promise<readonly ChangeRecord[]>;
}

/** One shard of a table's stream. */
interface StreamShard {
  readonly streamArn: string;
  readonly shardId: string;
}

/** An iterator from the record of a sequence number on, or from the shard's oldest record. */
const iteratorFrom = async (
  client: DynamoDBStreamsClient,
  { streamArn, shardId }: StreamShard,
  sequenceNumber: string | undefined,
): Promise<string> => {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ...(sequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: sequenceNumber }),
    }),
  );
  if (ShardIterator === undefined) throw new Error(`no iterator for ${shardId}`);
  return ShardIterator;
};

/**
 * Reads one shard from a position on. The record of that position is read again when the reading is taken up, as proof
 * that the shard still goes on from there: where it is gone, with all that follows it, the shard is read from its
 * oldest record.
 */
export const shardReader = (
  client: DynamoDBStreamsClient,
  shard: StreamShard,
  from: ShardPosition,
): ShardReader => {
  let position = from;
  let iterator: string | undefined;
  /** The sequence number that the next page must prove. */
  let proof: string | undefined;

  const takeUp = (): Promise<string> => {
    proof = position.after;
    return iteratorFrom(client, shard, proof);
  };
  const startOver = (): readonly ChangeRecord[] => {
    position = { ended: false };
    iterator = undefined;
    return [];
  };

  const readPage = async (limit: number): Promise<readonly ChangeRecord[]> => {
    const current = iterator ?? (await takeUp());
    // Taken up anew after every failure: iterators grow old.
    iterator = undefined;
    const Limit = Math.min(limit + (proof === undefined ? 0 : 1), largestPage);
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: current, Limit }),
    );
    if (proof !== undefined && Records.length === 0) return startOver();
    const records = Records.filter(
      ({ dynamodb }) => dynamodb?.SequenceNumber !== proof || proof === undefined,
    );
    proof = undefined;
    iterator = NextShardIterator;
    position = {
      after: records.at(-1)?.dynamodb?.SequenceNumber ?? position.after,
      ended: NextShardIterator === undefined,
    };
    return records;
  };

  const read = async (limit: number): Promise<readonly ChangeRecord[]> => {
    if (position.ended) return [];
    try {
      return await readPage(limit);
    } catch (error) {
      if (error instanceof TrimmedDataAccessException) return startOver();
      throw error;
    }
  };
  return { position: () => position, read };
};
