import { setTimeout as delay } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { maximumAttempts, pauseBefore } from './batch-patience.ts';
import type { Table } from './table.ts';

/** The most keys that BatchGetItem takes. */
export const mostKeysAtOnce = 100;

/** The store went on leaving reads undone for longer than a passing shortage lasts. */
export class ReadsLeftUndone extends Error {
  override readonly name = 'ReadsLeftUndone';
  constructor(tableName: string, count: number) {
    super(`${tableName} left ${count} reads undone in each of ${maximumAttempts} attempts; try again later`);
  }
}

interface BatchSource extends Table {
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the items of these keys as they are now, in no order; keys without one have none in the answer. At most
 * `mostKeysAtOnce`, all different. The store leaves undone what is beyond 16 MB, or beyond its capacity: it is asked
 * again for that. Throws ReadsLeftUndone, and what the SDK throws.
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
    // An answer that is cut at 16 MB is no shortage.
    if (found.length > 0) attempt = 0;
    else if (attempt === maximumAttempts) throw new ReadsLeftUndone(tableName, left.length);
    else await pause(pauseBefore(attempt));
  }
  return items;
};
