import type { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { UnprocessedItems } from '../../../shared/data-access/retry.ts';
import { readItems } from '../../../shared/data-access/table.ts';

type Keys = readonly Record<string, unknown>[];

/** Reads items from a store that processes the first `done` keys of each call. */
const read = async (count: number, done: (keys: Keys, call: number) => number) => {
  const calls: Keys[] = [];
  const pauses: number[] = [];
  const send = async ({ input }: BatchGetCommand) => {
    const { Keys: keys = [], ConsistentRead } = input.RequestItems?.table ?? {};
    expect(ConsistentRead).toBe(true);
    calls.push(keys);
    const some = done(keys, calls.length);
    const left = keys.slice(some);
    return {
      Responses: { table: keys.slice(0, some).map((key) => ({ ...key, read: true })) },
      ...(left.length > 0 && { UnprocessedKeys: { table: { Keys: left } } }),
    };
  };
  const client = { send } as unknown as DynamoDBDocumentClient;
  const keys = Array.from({ length: count }, (_, id) => ({ id }));
  const pause = async (milliseconds: number) => pauses.push(milliseconds);
  const outcome = await readItems({ client, tableName: 'table', pause }, keys).catch(
    (error: unknown) => error,
  );
  return { outcome, sizes: calls.map((each) => each.length), pauses };
};

const itemsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, read: true }));

describe('readItems', () => {
  it('requests at most 100 items at a time, and retries unprocessed ones', async () => {
    const { outcome, sizes } = await read(130, () => 80);
    expect(outcome).toEqual(itemsOf(130));
    expect(sizes).toEqual([100, 20, 30]);
  });

  it('retries with growing pauses if the store processes nothing', async () => {
    const { outcome, sizes, pauses } = await read(5, (keys, call) => (call <= 3 ? 0 : keys.length));
    expect(outcome).toEqual(itemsOf(5));
    expect(sizes).toEqual([5, 5, 5, 5]);
    for (const [retry, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(25 * 2 ** retry);
      expect(pause).toBeLessThanOrEqual(50 * 2 ** retry);
    }
    expect(pauses).toHaveLength(3);
  });

  it('throws if items are still unprocessed after ten attempts', async () => {
    const { outcome, sizes } = await read(3, (_keys, call) => (call === 1 ? 1 : 0));
    expect(outcome).toBeInstanceOf(UnprocessedItems);
    expect(String(outcome)).toContain('left 2 items unprocessed in 10 attempts');
    expect(sizes).toHaveLength(10);
  });
});
