import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { untilProcessed } from '../retry.ts';
import type { BatchedTable } from '../table.ts';

type WriteRequest = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

interface TableWrite {
  readonly request: WriteRequest;
  /** Approximate size of the row in bytes. */
  readonly bytes: number;
  readonly onWritten: () => void;
  /** Called if the store permanently rejects this row. */
  readonly onRefused: (reason: string) => void;
}

/** Maximum number of writes in a BatchWriteItem. */
const maxBatchWrites = 25;
/** Maximum size of a batch in bytes. A row may have up to 400 KB, and a BatchWriteItem up to 16 MB. */
const maxBatchBytes = 512 * 1024;
const concurrentBatches = 4;

/**
 * Creates a writer. Its calls must not overlap, nor write a key twice. They throw UnprocessedItems and SDK errors.
 * Declare it with `await using`: after a failure, batches in flight could otherwise overwrite what is written next.
 */
export const batchWriter = (destination: BatchedTable) => {
  /** Batches that are being written. A failed batch remains, so that a later call throws its error. */
  const sent = new Set<Promise<void>>();
  let batch: TableWrite[] = [];
  let bytes = 0;

  const sendBatch = () => {
    if (batch.length === 0) return;
    const writing = writeBatch(destination, batch).then(() => void sent.delete(writing));
    writing.catch(() => {});
    sent.add(writing);
    batch = [];
    bytes = 0;
  };
  return {
    /** Adds a write to a batch, which is sent when full. Waits while the maximum number of batches is in flight. */
    async write(write: TableWrite): Promise<void> {
      batch.push(write);
      bytes += write.bytes;
      if (batch.length === maxBatchWrites || bytes >= maxBatchBytes) sendBatch();
      if (sent.size === concurrentBatches) await Promise.race(sent);
    },
    /** Waits until everything is written. */
    async drain(): Promise<void> {
      sendBatch();
      await Promise.all(sent);
    },
    /** Waits until no batch is in flight. Batches that are not full are dropped. */
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.allSettled(sent);
    },
  };
};

/** Writes a batch. If the store rejects it because of one row, halves it until that row is isolated. */
const writeBatch = async (destination: BatchedTable, writes: readonly TableWrite[]): Promise<void> => {
  const { client, tableName, pause } = destination;
  const writeSome = async (requests: WriteRequest[]) => {
    const write = new BatchWriteCommand({ RequestItems: { [tableName]: requests } });
    return (await client.send(write)).UnprocessedItems?.[tableName];
  };
  try {
    const requests = writes.map(({ request }) => request);
    await untilProcessed(tableName, requests, writeSome, pause);
    for (const { onWritten } of writes) onWritten();
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException && error.name === 'ValidationException')) throw error;
    if (writes.length === 1) return writes[0]?.onRefused(error.message);
    const middle = Math.ceil(writes.length / 2);
    await writeBatch(destination, writes.slice(0, middle));
    await writeBatch(destination, writes.slice(middle));
  }
};
