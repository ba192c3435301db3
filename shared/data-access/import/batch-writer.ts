import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { maximumAttempts, pauseBefore } from '../batch-patience.ts';

type WriteRequest = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

/** One row to put or delete, and who wants to know what became of it. */
interface TableWrite {
  readonly request: WriteRequest;
  /** About how much memory the row takes, in bytes. */
  readonly bytes: number;
  readonly onWritten: () => void;
  /** The store takes the table's other rows, but never this one. */
  readonly onRefused: (reason: string) => void;
}

/** Writes to one table, in batches. */
export interface BatchWriter {
  /** Takes a write; waits while enough are under way. Throws what an earlier write failed with. */
  write(write: TableWrite): Promise<void>;
  /** Waits until everything is written. */
  drain(): Promise<void>;
}

/** The store went on leaving writes undone for longer than a passing shortage lasts. */
export class WritesLeftUndone extends Error {
  override readonly name = 'WritesLeftUndone';
  constructor(tableName: string, count: number, attempts: number) {
    super(`${tableName} left ${count} writes undone in each of ${attempts} attempts; try again later`);
  }
}

/** The most that BatchWriteItem takes. */
const batchSize = 25;
/** Rows of up to 400 KB go in smaller batches: those under way are all in memory. */
const batchBytes = 512 * 1024;
const batchesInFlight = 4;

const isRefusal = (error: unknown): error is DynamoDBServiceException =>
  error instanceof DynamoDBServiceException && error.name === 'ValidationException';

interface Destination {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

const writeUntilDone = async (destination: Destination, requests: WriteRequest[]): Promise<void> => {
  const { client, tableName, pause = delay } = destination;
  let left = requests;
  for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: left } }));
    left = answer.UnprocessedItems?.[tableName] ?? [];
    if (left.length === 0) return;
    if (attempt < maximumAttempts) await pause(pauseBefore(attempt));
  }
  throw new WritesLeftUndone(tableName, left.length, maximumAttempts);
};

/** One row that the store refuses makes it refuse the batch: halving finds it and lets the others through. */
const writeBatch = async (destination: Destination, writes: readonly TableWrite[]): Promise<void> => {
  try {
    await writeUntilDone(
      destination,
      writes.map(({ request }) => request),
    );
    for (const { onWritten } of writes) onWritten();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (writes.length === 1) return writes[0]?.onRefused(error.message);
    const middle = Math.ceil(writes.length / 2);
    await writeBatch(destination, writes.slice(0, middle));
    await writeBatch(destination, writes.slice(middle));
  }
};

/** Writes rows in batches, several at a time. No two writes of one run may have the same key. */
export const batchWriter = (destination: Destination): BatchWriter => {
  let waiting: TableWrite[] = [];
  let waitingBytes = 0;
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;

  const throwFailure = () => {
    if (failure) throw failure.error;
  };
  const launch = () => {
    const batch = waiting;
    waiting = [];
    waitingBytes = 0;
    const run = writeBatch(destination, batch)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };

  return {
    async write(write) {
      throwFailure();
      waiting.push(write);
      waitingBytes += write.bytes;
      if (waiting.length < batchSize && waitingBytes < batchBytes) return;
      launch();
      while (underWay.size >= batchesInFlight) await Promise.race(underWay);
      throwFailure();
    },
    async drain() {
      if (waiting.length > 0) launch();
      await Promise.all(underWay);
      throwFailure();
    },
  };
};
