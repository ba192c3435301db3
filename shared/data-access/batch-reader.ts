import { setTimeout as delay } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { maximumAttempts, pauseBefore } from './batch-patience.ts';
import type { Table } from './table.ts';

/** Maximum number of keys in a BatchGetItem. */
export const mostKeysAtOnce = 100;

/** The store left reads unprocessed through all attempts. */
export class ReadsLeftUndone extends Error {
  override readonly name = 'ReadsLeftUndone';
  constructor(tableName: string, count: number) {
    super(`${tableName} left ${count} reads undone in each of ${maximumAttempts} attempts; try again later`);
  }
}

interface BatchSource extends Table {
  /** Waits this many milliseconds; replaceable in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the current items of at most `mostKeysAtOnce` distinct keys, in no order; missing items are omitted. Keys that
 * the store leaves unprocessed, beyond 16 MB or its capacity, are requested again. Throws ReadsLeftUndone, and errors
 * of the SDK.
 */
export const readItems = async (
  { client, tableName, pause = delay }: BatchSource,
  keys: readonly Record<string, unknown>[],
): Promise<readonly Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  let left = [...keys];
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const request = { [tableName]: { Keys: left, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems: request }));
    const found = Responses?.[tableName] ?? [];
    items.push(...found);
    left = UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (left.length === 0) break;
    // An answer truncated at 16 MB is progress, not a shortage.
    if (found.length > 0) attempt = 0;
    else if (attempt === maximumAttempts) throw new ReadsLeftUndone(tableName, left.length);
    else await pause(pauseBefore(attempt));
  }
  return items;
};
