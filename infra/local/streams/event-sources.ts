import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  type _Record as ChangeRecord,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  type DynamoDBStreamsClientConfig,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeClientLimits } from '../../../shared/data-access/clients.ts';
import type { JobContext, JobGroup } from '../jobs/jobs.ts';
import type { JobSource } from '../jobs/worker.ts';
import { jsonColumn } from '../state.ts';
import type { DeployedEventSource } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';

const pollMilliseconds = 250;
const pauseAfterFailure = 1_000;

/** Job source for a table's event source mapping, with a job for each batch. Dead letters contain no records. */
export const streamJobs = (source: DeployedEventSource): JobSource => ({
  ...source,
  kind: 'stream',
  toEvent: ({ payload }) => batch.parse(payload).event,
  toDeadLetter: ({ payload }) => batch.parse(payload).info,
});

/**
 * Turns changes to tables, including those made while the stack was stopped, into jobs. Reads a batch after the
 * function has finished the previous one. On the first start, `skipsEarlier` skips earlier changes, which the start has
 * published. Throws if a table has no stream.
 */
export const startEventSources = async (
  context: JobContext,
  eventSources: readonly DeployedEventSource[],
  documents: DynamoDBDocumentClient,
  /** Endpoint, region and credentials of the streams. */
  place: Pick<DynamoDBStreamsClientConfig, 'endpoint' | 'region' | 'credentials'>,
  skipsEarlier = true,
): Promise<void> => {
  const { state, jobs, log, clock, stop } = context;
  // The timeout is short, so that a hanging store is soon polled again.
  const limits = storeClientLimits({ requestTimeout: 2_000, attempts: 2 });
  const streams = new DynamoDBStreamsClient({ ...place, ...limits });
  stop.addEventListener('abort', () => streams.destroy(), { once: true });

  const storedPosition = ({ name }: DeployedEventSource) => {
    const row = state.database.prepare('SELECT * FROM stream_positions WHERE source = ?').get(name);
    return keptPosition.parse(row)?.position;
  };
  const storePosition = ({ name }: DeployedEventSource, reader: StreamReader) =>
    state.database
      .prepare('INSERT OR REPLACE INTO stream_positions VALUES (?, ?)')
      .run(name, JSON.stringify(reader.position()));

  /** Adds a job for the next changes. Returns whether there were any. */
  const addBatch = async (source: DeployedEventSource, reader: StreamReader): Promise<boolean> => {
    const records = await reader.read(source.batchSize);
    if (records.length === 0) return false;
    const { changeNames, tableName } = source;
    const selected = records.filter(
      ({ eventName }) => !changeNames || changeNames.some((name) => name === eventName),
    );
    const createdAt = selected.at(-1)?.dynamodb?.ApproximateCreationDateTime?.getTime() ?? clock.now();
    state.transaction(() => {
      if (selected.length > 0)
        jobs.add(groupOf(source), toBatch(selected, tableName, reader.streamArn), createdAt);
      storePosition(source, reader);
    });
    return true;
  };

  /** Follows a stream until the stack stops. Logs the first failure and the recovery. */
  const follow = async (source: DeployedEventSource, streamArn: string): Promise<void> => {
    let reader: StreamReader | undefined;
    let hasFailed = false;
    while (!stop.aborted) {
      try {
        if (jobs.has(groupOf(source))) {
          // The function has not finished the previous batch.
          await clock.sleep(pollMilliseconds, stop);
          continue;
        }
        reader ??= openStream(streams, streamArn, storedPosition(source));
        const hasMore = await addBatch(source, reader);
        if (hasFailed) log(`Following the stream of ${source.name} works again.`);
        hasFailed = false;
        if (!hasMore) await clock.sleep(pollMilliseconds, stop);
      } catch (error) {
        if (!hasFailed && !stop.aborted)
          log(`Following the stream of ${source.name} failed and will be retried: ${error}`);
        hasFailed = true;
        // Changes that were read but not stored are read again.
        reader = undefined;
        await clock.sleep(pauseAfterFailure, stop);
      }
    }
  };

  for (const source of eventSources) {
    const streamArn = await streamArnOf(documents, source.tableName);
    if (storedPosition(source) === undefined) {
      const reader = openStream(streams, streamArn);
      if (skipsEarlier) while ((await reader.read(maxPage)).length > 0);
      storePosition(source, reader);
    }
    void follow(source, streamArn);
  }
};

const streamArnOf = async (documents: DynamoDBDocumentClient, TableName: string): Promise<string> => {
  const { Table } = await documents.send(new DescribeTableCommand({ TableName }));
  if (Table?.LatestStreamArn) return Table.LatestStreamArn;
  throw new Error(`The table ${TableName} has no stream.`);
};

const groupOf = ({ name }: DeployedEventSource): JobGroup => ({ kind: 'stream', name, groupId: '' });

const batch = z.object({ event: z.unknown(), info: z.unknown() });

/** Builds the event that Lambda passes for a batch, and the details in its dead letter, which lack the shard. */
const toBatch = (records: readonly ChangeRecord[], tableName: string, streamArn: string) => {
  const stream = `table/${tableName}/stream/${streamArn.split('/').at(-1)}`;
  const eventSourceARN = `arn:aws:dynamodb:${localRegion}:${localAccount}:${stream}`;
  const [first, last] = [records.at(0)?.dynamodb, records.at(-1)?.dynamodb];
  return {
    event: {
      Records: records.map((record) => {
        const created = record.dynamodb?.ApproximateCreationDateTime;
        const seconds = created && created.getTime() / 1_000;
        const dynamodb = { ...record.dynamodb, ApproximateCreationDateTime: seconds };
        return { ...record, awsRegion: localRegion, eventSourceARN, dynamodb };
      }),
    },
    info: {
      DDBStreamBatchInfo: {
        startSequenceNumber: first?.SequenceNumber,
        endSequenceNumber: last?.SequenceNumber,
        approximateArrivalOfFirstRecord: first?.ApproximateCreationDateTime?.toISOString(),
        approximateArrivalOfLastRecord: last?.ApproximateCreationDateTime?.toISOString(),
        batchSize: records.length,
        streamArn: eventSourceARN,
      },
    },
  };
};

// Reading a stream

/** Maximum number of records that GetRecords returns. */
const maxPage = 1_000;

/** Milliseconds after which the shards are listed again. */
const shardListAge = 60_000;

/** Position in a stream. Shards from which nothing was read may be absent. */
const streamPosition = z.object({
  streamArn: z.string(),
  shards: z.record(
    z.string(),
    /** Last record read from the shard, and whether the shard is closed and was read to its end. */
    z.object({ after: z.string().optional(), ended: z.boolean() }),
  ),
});
type StreamPosition = z.infer<typeof streamPosition>;

const keptPosition = z.object({ position: jsonColumn.pipe(streamPosition) }).optional();

interface OpenShard {
  readonly shardId: string;
  readonly parentId: string;
  position: StreamPosition['shards'][string];
  iterator?: string | undefined;
}

type StreamReader = ReturnType<typeof openStream>;

/** Reads a stream from a position, or from its oldest record. After a failure, the stream must be opened again. */
export const openStream = (streams: DynamoDBStreamsClient, streamArn: string, from?: StreamPosition) => {
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

  return {
    streamArn,
    position: (): StreamPosition => ({
      streamArn,
      shards: Object.fromEntries(shards.map(({ shardId, position }) => [shardId, position])),
    }),
    /** Returns the next records, at most `limit`. Records of one item are in order. Rejects if the store fails. */
    read: async (limit: number): Promise<readonly ChangeRecord[]> => {
      if (performance.now() - listedAt > shardListAge) await listShards();
      for (const shard of shards) {
        // An item's changes in a shard come after its changes in the shard's parent.
        const parent = shards.find(({ shardId }) => shardId === shard.parentId);
        if (shard.position.ended || parent?.position.ended === false) continue;
        const records = await readShard(streams, streamArn, shard, limit);
        // A shard that was closed has children, so the shards are listed again.
        if (shard.position.ended) listedAt = -Infinity;
        if (records.length > 0) return records;
      }
      return [];
    },
  };
};

/**
 * Reads the next records of a shard and advances its position. If there is no iterator, first rereads the record at the
 * position. If it no longer exists, as after restoring an older database, the shard is read from its oldest record.
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
    shard.iterator = undefined;
    return [];
  };
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
    const records = Records.filter(({ dynamodb }) => dynamodb?.SequenceNumber !== proof);
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
