import { DynamoDBStreamsClient, type DynamoDBStreamsClientConfig } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeClientLimits } from '../../../shared/data-access/clients.ts';
import type { JobContext, JobGroup } from '../jobs/jobs.ts';
import type { JobSource } from '../jobs/worker.ts';
import { jsonColumn } from '../state.ts';
import type { DeployedEventSource } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import {
  type ChangeRecord,
  maxPage,
  openStream,
  type StreamReader,
  streamPosition,
} from './stream-reader.ts';

const pollMilliseconds = 250;
const pauseAfterFailure = 1_000;
/** A store that hangs is polled again soon. */
const clientLimits = storeClientLimits({ requestTimeout: 2_000, attempts: 2 });

/** Where streams are read, and the client of their tables. */
export interface StreamedTables {
  readonly place: Required<Pick<DynamoDBStreamsClientConfig, 'endpoint' | 'region' | 'credentials'>>;
  readonly documents: DynamoDBDocumentClient;
}

/** The batches of an event source mapping. Their dead letters show no records, as on AWS. */
export const streamJobs = (source: DeployedEventSource): JobSource => ({
  ...groupOf(source),
  functionName: source.functionName,
  maxAttempts: source.retryAttempts === undefined ? undefined : source.retryAttempts + 1,
  maxAgeSeconds: source.maximumRecordAgeSeconds,
  deadLetterQueue: source.deadLetterQueue,
  toEvent: ({ payload }) => batch.parse(payload).event,
  toDeadLetter: ({ payload }) => batch.parse(payload).info,
});

/**
 * Makes jobs of the changes of tables, also of those made since it was last done on this state. A batch is read once the
 * function is done with the one before. The first time, what is in the stream is skipped, because whoever made these
 * changes published them. Throws if a table has no stream.
 */
export const startEventSources = async (
  context: JobContext,
  eventSources: readonly DeployedEventSource[],
  { place, documents }: StreamedTables,
): Promise<void> => {
  const { state, jobs, log, clock, stop } = context;
  const streams = new DynamoDBStreamsClient({ ...place, ...clientLimits });
  stop.addEventListener('abort', () => streams.destroy(), { once: true });
  const keepPosition = (source: string, reader: StreamReader) =>
    state.database
      .prepare('INSERT OR REPLACE INTO stream_positions VALUES (?, ?)')
      .run(source, JSON.stringify(reader.position()));

  const open = async ({ name, tableName }: DeployedEventSource): Promise<StreamReader> => {
    const row = state.database.prepare('SELECT * FROM stream_positions WHERE source = ?').get(name);
    const kept = keptPosition.parse(row)?.position;
    const reader = await openStream({ documents, streams }, tableName, kept);
    if (!kept) while ((await reader.read(maxPage)).length > 0);
    keepPosition(name, reader);
    return reader;
  };

  /** Retries until the work succeeds or the stack stops. Logs the first failure, and the recovery. */
  const retry = async <Result>(what: string, work: () => Result | Promise<Result>) => {
    for (let hasFailed = false; !stop.aborted; hasFailed = true) {
      try {
        const result = await work();
        if (hasFailed) log(`${what} works again.`);
        return result;
      } catch (error) {
        if (!hasFailed && !stop.aborted) log(`${what} failed and is retried: ${error}`);
        await clock.sleep(pauseAfterFailure, stop);
      }
    }
    return undefined;
  };

  const follow = async (source: DeployedEventSource, reader: StreamReader): Promise<void> => {
    while (!stop.aborted) {
      const records = await retry(`Reading the stream of ${source.name}`, () =>
        jobs.has(groupOf(source)) ? [] : reader.read(source.batchSize),
      );
      if (!records?.length) {
        await clock.sleep(pollMilliseconds, stop);
        continue;
      }
      const payload = toBatch(records, source.tableName, reader.streamArn);
      await retry(`Storing the changes of ${source.name}`, () =>
        state.transaction(() => {
          jobs.add(groupOf(source), payload, newestOf(records) ?? clock.now());
          keepPosition(source.name, reader);
        }),
      );
    }
  };

  for (const source of eventSources) void follow(source, await open(source));
};

const groupOf = ({ name }: DeployedEventSource): JobGroup => ({ kind: 'stream', name, groupId: '' });

const keptPosition = z.object({ position: jsonColumn.pipe(streamPosition) }).optional();

const batch = z.object({ event: z.unknown(), info: z.unknown() });

/** Time of the newest change in epoch milliseconds; undefined if no change has one. */
const newestOf = (records: readonly ChangeRecord[]): number | undefined => {
  const times = records.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime?.getTime() ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
};

/**
 * The event that Lambda makes of a batch, and what Lambda tells of a batch that was given up. A batch here may be of
 * several shards, so no shard is named.
 */
const toBatch = (
  records: readonly ChangeRecord[],
  tableName: string,
  streamArn: string,
): z.infer<typeof batch> => {
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
