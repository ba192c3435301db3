import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import { type DeliveryMeans, deliver } from '../dead-letters/delivery.ts';
import type { DeployedEventSource } from '../template/events.ts';
import { toBatchInfo, toStreamEvent } from './stream-event.ts';
import type { StreamPosition } from './stream-position.ts';
import { openStream, type StreamClients, type StreamReader } from './stream-reader.ts';

const pollMilliseconds = 250;
/** Between attempts to read a store that does not answer. */
const unansweredMilliseconds = 1_000;
const pauseMilliseconds = { first: 500, longest: 10_000 };
const largestPage = 1_000;
/**
 * Lambda has no such number, as it reads a stream all the time. This machine may have been off for days: what was changed
 * just before is as old at its first attempt.
 */
const attemptsAtAnyAge = 3;

/**
 * Opens the stream of a source where it was left. The first time that is after all that is in it: whoever made those
 * changes published them.
 */
export const openSource = async (
  clients: StreamClients,
  { tableName }: DeployedEventSource,
  delivered: StreamPosition | undefined,
): Promise<StreamReader> => {
  const reader = await openStream(clients, tableName, delivered);
  if (delivered === undefined) while ((await reader.read(largestPage)).length > 0);
  return reader;
};

/** Reads, and says once when the store stops answering and once when it answers again. */
const patientReading = (reader: StreamReader, { name }: DeployedEventSource, means: DeliveryMeans) => {
  let answering = true;
  return async (limit: number): Promise<readonly ChangeRecord[]> => {
    try {
      const records = await reader.read(limit);
      if (!answering) means.log(`The stream of ${name} is read again.`);
      answering = true;
      return records;
    } catch (error) {
      if (answering) means.log(`The stream of ${name} cannot be read; this is tried on: ${error}`);
      answering = false;
      await means.clock.sleep(unansweredMilliseconds, means.stop);
      return [];
    }
  };
};

/** Waits for changes, and gathers them until there are enough or the window since the first of them has passed. */
const gather = async (
  read: (limit: number) => Promise<readonly ChangeRecord[]>,
  { batchSize, batchingWindowSeconds }: DeployedEventSource,
  { clock, stop }: DeliveryMeans,
): Promise<readonly ChangeRecord[]> => {
  const batch: ChangeRecord[] = [];
  let first = clock.now();
  while (!stop.aborted) {
    const records = await read(batchSize - batch.length);
    if (batch.length === 0) first = clock.now();
    batch.push(...records);
    const passed = clock.now() - first;
    const left = batchingWindowSeconds * 1_000 - passed;
    // A clock that was set back must not hold the batch.
    if (batch.length >= batchSize || (batch.length > 0 && (left <= 0 || passed < 0))) break;
    await clock.sleep(batch.length > 0 ? Math.min(pollMilliseconds, left) : pollMilliseconds, stop);
  }
  return batch;
};

/** Time of the newest change of a batch in epoch milliseconds; undefined if none has one. */
const newestIn = (batch: readonly ChangeRecord[]): number | undefined => {
  const times = batch.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime?.getTime() ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
};

/** Keeps where a batch is, and not what is in it. */
const withoutRecords = (
  deadLetters: DeadLetters,
  batch: readonly ChangeRecord[],
  tableName: string,
  streamArn: string,
): DeadLetters => ({
  keep: (letter) => deadLetters.keep({ ...letter, sent: toBatchInfo(batch, tableName, streamArn) }),
  settled: () => deadLetters.settled(),
});

/**
 * Hands the changes of a table to a function, batch by batch, as Lambda's event source mapping does. What was delivered
 * or given up is told with the position after it; a batch that the stack's end interrupts comes again.
 */
export const followSource = async (
  source: DeployedEventSource,
  reader: StreamReader,
  means: DeliveryMeans,
  delivered: (position: StreamPosition) => Promise<void>,
): Promise<void> => {
  const read = patientReading(reader, source, means);
  while (!means.stop.aborted) {
    const batch = await gather(read, source, means);
    if (means.stop.aborted) return;
    const deadLetters = withoutRecords(means.deadLetters, batch, source.tableName, reader.streamArn);
    const over = await deliver(
      { ...means, deadLetters },
      {
        ...source,
        source: { kind: 'stream', name: source.name },
        event: toStreamEvent(batch, source.tableName, reader.streamArn),
        maximumAgeSeconds: source.maximumRecordAgeSeconds,
        attemptsAtAnyAge,
        since: newestIn(batch),
        pauseMilliseconds,
      },
    );
    if (over) await delivered(reader.position());
  }
};
