import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import { type ApiKeyUse, apiKeyUse } from '../../domain/access/api-key.ts';
import { logger } from '../../observability/logger.ts';
import { isConditionFailure, storeCall } from '../errors.ts';
import { withTimeout } from '../retry.ts';
import { parseRow, type Table } from '../table.ts';

/** Records the use of a key, within `timeout` milliseconds. Throws StoreUnavailable. */
export type WriteUse = (keyId: string, at: Date, timeout: number) => Promise<void>;

/** Creates a writer of uses to a table. A later use, noted by another instance or by a clock that is ahead, is kept. */
export const keyUseWriter =
  (table: Table): WriteUse =>
  async (keyId, at, timeout) => {
    const update = new UpdateCommand({
      TableName: table.tableName,
      Key: { keyId },
      UpdateExpression: 'SET #last = :at, #first = if_not_exists(#first, :at)',
      ConditionExpression: 'attribute_not_exists(#last) OR #last < :at',
      ExpressionAttributeNames: { '#last': 'lastUsedAt', '#first': 'firstUsedAt' },
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
    const send = () => table.client.send(update, { abortSignal: AbortSignal.timeout(timeout) });
    try {
      await storeCall('key use: write', send, isConditionFailure);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  };

/** Reads the use of a key; undefined if it was never used. Throws StoreUnavailable. */
export const useOfKey = async (
  { client, tableName }: Table,
  keyId: string,
): Promise<ApiKeyUse | undefined> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId }, ConsistentRead: true });
  const { Item } = await storeCall('key use: get', () => client.send(get));
  return Item && parseRow(apiKeyUse, Item, keyId);
};

/** Reads the use of every used key, by id. Throws StoreUnavailable. */
export const useOfKeys = ({ client, tableName }: Table): Promise<ReadonlyMap<string, ApiKeyUse>> =>
  storeCall('key use: scan', async () => {
    const uses = new Map<string, ApiKeyUse>();
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
      for (const row of Items) {
        const use = parseRow(apiKeyUse, row, 'use of a key');
        if (use) uses.set(use.keyId, use);
      }
    }
    return uses;
  });

const hour = 60 * 60_000;
/**
 * Pause after a failed write, so that a table that does not respond delays one request a minute rather than one per key.
 */
const pauseMilliseconds = 60_000;
/** Maximum time that a request waits for its note to be written; at most once an hour for each key. */
const writeTimeout = 150;

/** Maximum number of remembered keys; beyond it, a key may be noted again within its hour. */
const maxKeys = 1_000;

/**
 * Notes the use of a valid key, at most once an hour in each instance. The write is awaited for a limited time, because
 * an instance is frozen once it has responded. A failed write is logged and dropped, so that it cannot reject a key.
 * Never throws. `now` returns the time in epoch milliseconds.
 */
export const keyUseNotes = (write: WriteUse, now: () => number) => {
  const notedAt = new LRUCache<string, number>({ max: maxKeys });
  let pausedAt: number | undefined;

  // A time in the future means that the clock was set back.
  const isWithin = (milliseconds: number, since: number | undefined): boolean => {
    const age = since === undefined ? -1 : now() - since;
    return age >= 0 && age < milliseconds;
  };

  return async (keyId: string): Promise<void> => {
    if (isWithin(hour, notedAt.get(keyId)) || isWithin(pauseMilliseconds, pausedAt)) return;
    // Set before the write, so that concurrent requests do not write as well.
    notedAt.set(keyId, now());
    const written = write(keyId, new Date(now()), writeTimeout).then(
      () => 'written' as const,
      (error: unknown) => ({ error }),
    );
    const outcome = await withTimeout(writeTimeout, written);
    if (outcome === 'written') return;
    notedAt.delete(keyId);
    pausedAt = now();
    const error = outcome?.error ?? new Error(`no response within ${writeTimeout} ms`);
    logger.warn('key use is not recorded for one minute', { error });
  };
};
