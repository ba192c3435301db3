import type { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ReadsLeftUndone, readItems } from '../../../shared/data-access/batch-reader.ts';

type Keys = readonly Record<string, unknown>[];

/** Reads from a store that does so many of the reads it is asked for in each call: item n of key n. */
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

describe('reading items by their keys', () => {
  it('asks nothing for no key', async () => {
    expect(await read(0, () => 0)).toEqual({ outcome: [], sizes: [], pauses: [] });
  });

  it('goes on at once where an answer was cut at its size, however often', async () => {
    const { outcome, sizes, pauses } = await read(30, () => 2);
    expect(outcome).toEqual(itemsOf(30));
    expect(sizes).toEqual(Array.from({ length: 15 }, (_, call) => 30 - 2 * call));
    expect(pauses).toEqual([]);
  });

  it('asks again, with longer and longer pauses, while the store does nothing', async () => {
    const { outcome, sizes, pauses } = await read(5, (keys, call) => (call <= 3 ? 0 : keys.length));
    expect(outcome).toEqual(itemsOf(5));
    expect(sizes).toEqual([5, 5, 5, 5]);
    for (const [retry, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(25 * 2 ** retry);
      expect(pause).toBeLessThanOrEqual(50 * 2 ** retry);
    }
    expect(pauses).toHaveLength(3);
  });

  it('gives up loudly when the store never goes on', async () => {
    const { outcome, sizes } = await read(3, (_keys, call) => (call === 1 ? 1 : 0));
    expect(outcome).toBeInstanceOf(ReadsLeftUndone);
    expect(String(outcome)).toContain('left 2 reads undone in each of 10 attempts');
    expect(sizes).toHaveLength(11);
  });
});
