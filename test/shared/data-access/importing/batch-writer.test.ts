import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { batchWriter } from '../../../../shared/data-access/importing/batch-writer.ts';
import { UnprocessedItems } from '../../../../shared/data-access/retry.ts';

type Answer = (requests: readonly unknown[]) => unknown;

/** Answers like the store, but as the test says, and remembers how many rows each call had. */
const storeThat = (answer: Answer) => {
  const sizes: number[] = [];
  const send = async ({ input }: BatchWriteCommand) => {
    const requests = input.RequestItems?.table ?? [];
    sizes.push(requests.length);
    return answer(requests);
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, sizes };
};

const run = async (answer: Answer, rows: number, bytes = 100) => {
  const { client, sizes } = storeThat(answer);
  const pauses: number[] = [];
  const written: number[] = [];
  const refused: string[] = [];
  const writer = batchWriter({
    client,
    tableName: 'table',
    pause: async (milliseconds) => pauses.push(milliseconds),
  });
  const writeAll = async () => {
    for (let row = 0; row < rows; row += 1)
      await writer.write({
        request: { PutRequest: { Item: { row } } },
        bytes,
        onWritten: () => written.push(row),
        onRefused: (reason) => refused.push(`${row} ${reason}`),
      });
    await writer.drain();
  };
  const failure = await writeAll().catch((error: unknown) => error);
  return { sizes, pauses, written, refused, failure };
};

const validationFailure = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', message, $fault: 'client', $metadata: {} });

describe('writing rows in batches', () => {
  it('writes 25 at a time, and the rest at the end', async () => {
    const { sizes, written } = await run(() => ({}), 60);
    expect(sizes).toEqual([25, 25, 10]);
    expect(written).toHaveLength(60);
  });

  it('writes large rows in smaller batches', async () => {
    const { sizes } = await run(() => ({}), 4, 400_000);
    expect(sizes).toEqual([2, 2]);
  });

  it('G17 asks again, with longer and longer pauses, for what the store left undone', async () => {
    let calls = 0;
    const { sizes, pauses, written, failure } = await run((requests) => {
      calls += 1;
      return calls <= 3 ? { UnprocessedItems: { table: requests.slice(-2) } } : { UnprocessedItems: {} };
    }, 10);
    expect(failure).toBeUndefined();
    expect(sizes).toEqual([10, 2, 2, 2]);
    expect(written).toHaveLength(10);
    expect(pauses).toHaveLength(3);
    for (const [retry, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(25 * 2 ** retry);
      expect(pause).toBeLessThanOrEqual(50 * 2 ** retry);
    }
  });

  it('G17 gives up loudly when the store never finishes', async () => {
    const { sizes, pauses, written, failure } = await run(
      (requests) => ({ UnprocessedItems: { table: requests } }),
      3,
    );
    expect(failure).toBeInstanceOf(UnprocessedItems);
    expect(String(failure)).toContain('left 3 items unprocessed in 10 attempts');
    expect(sizes).toHaveLength(10);
    expect(pauses).toHaveLength(9);
    expect(written).toEqual([]);
  });

  it('finds the row that the store refuses and writes the others', async () => {
    const { written, refused, failure } = await run((requests) => {
      if (JSON.stringify(requests).includes('"row":13}')) throw validationFailure('too odd');
      return {};
    }, 25);
    expect(failure).toBeUndefined();
    expect(refused).toEqual(['13 too odd']);
    expect(written).toHaveLength(24);
  });

  it('stops at the first failure of another kind', async () => {
    const { sizes, failure } = await run(() => {
      throw new Error('connection refused');
    }, 1_000);
    expect(failure).toEqual(new Error('connection refused'));
    expect(sizes.length).toBeLessThan(10);
  });
});
