import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { batchPause, maxBatchAttempts } from '../retry.ts';

type WriteRequest = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

/** One row to put or delete, with callbacks for its outcome. */
interface TableWrite {
  readonly request: WriteRequest;
  /** Approximate size of the row in bytes. */
  readonly bytes: number;
  readonly onWritten: () => void;
  /** Called if the store permanently refuses this row. */
  readonly onRefused: (reason: string) => void;
}

/** Writes to one table, in batches. */
export interface BatchWriter {
  /** Queues a write; waits while enough are in progress. Throws the error of an earlier write. */
  write(write: TableWrite): Promise<void>;
  /** Waits until everything is written. */
  drain(): Promise<void>;
}

/** The store left writes unprocessed through all attempts. */
export class WritesLeftUndone extends Error {
  override readonly name = 'WritesLeftUndone';
  constructor(tableName: string, count: number, attempts: number) {
    super(`${tableName} left ${count} writes undone in each of ${attempts} attempts; try again later`);
  }
}

/** Maximum number of writes in a BatchWriteItem. */
const batchSize = 25;
/** Maximum size of a batch in bytes, as all batches in progress are in memory and rows may have 400 KB. */
const batchBytes = 512 * 1024;
const batchesInFlight = 4;

const isRefusal = (error: unknown): error is DynamoDBServiceException =>
  error instanceof DynamoDBServiceException && error.name === 'ValidationException';

interface Destination {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Waits this many milliseconds; replaceable in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

const writeUntilDone = async (destination: Destination, requests: WriteRequest[]): Promise<void> => {
  const { client, tableName, pause = delay } = destination;
  let left = requests;
  for (let attempt = 1; attempt <= maxBatchAttempts; attempt += 1) {
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: left } }));
    left = answer.UnprocessedItems?.[tableName] ?? [];
    if (left.length === 0) return;
    if (attempt < maxBatchAttempts) await pause(batchPause(attempt));
  }
  throw new WritesLeftUndone(tableName, left.length, maxBatchAttempts);
};

/** Writes a batch; if the store refuses it for one row, halves it until that row is isolated. */
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

/** Creates a writer that sends batches concurrently. Two writes of one run must not share a key. */
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
