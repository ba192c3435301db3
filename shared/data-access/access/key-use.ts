import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import { type ApiKeyUse, apiKeyUse } from '../../domain/access/api-key.ts';
import { logger } from '../../observability/logger.ts';
import { isConditionFailure, toStoreFailure } from '../errors.ts';
import { withTimeout } from '../retry.ts';
import { parseRow, readItem, readRows, type Table } from '../table.ts';

/**
 * Creates a function that writes the use of a key within `timeout` milliseconds, unless a later one is stored. Throws
 * StoreUnavailable.
 */
export const keyUseWriter =
  (table: Table) =>
  async (keyId: string, at: Date, timeout: number): Promise<void> => {
    const update = new UpdateCommand({
      TableName: table.tableName,
      Key: { keyId },
      UpdateExpression: 'SET #last = :at, #first = if_not_exists(#first, :at)',
      ConditionExpression: 'attribute_not_exists(#last) OR #last < :at',
      ExpressionAttributeNames: { '#last': 'lastUsedAt', '#first': 'firstUsedAt' },
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
    try {
      await table.client.send(update, { abortSignal: AbortSignal.timeout(timeout) });
    } catch (error) {
      if (!isConditionFailure(error)) throw toStoreFailure('key use: write', error);
    }
  };

/** Reads the use of a key; undefined if it was never used. Throws StoreUnavailable. */
export const readKeyUse = async (table: Table, keyId: string): Promise<ApiKeyUse | undefined> => {
  const row = await readItem(table, 'key use: get', { keyId });
  return row && parseRow(apiKeyUse, row, keyId);
};

/** Reads the use of every key that was ever used. The map is keyed by key id. Throws StoreUnavailable. */
export const readKeyUses = async ({ client, tableName }: Table): Promise<ReadonlyMap<string, ApiKeyUse>> => {
  const pages = paginateScan({ client }, { TableName: tableName });
  const { rows } = await readRows('key use: scan', apiKeyUse, pages, () => 'use of a key');
  return new Map(rows.map((use) => [use.keyId, use]));
};

const hour = 60 * 60_000;
/** Pause of writes after a failure, so that an unresponsive table delays one request per minute, not one per key. */
const pauseMilliseconds = 60_000;
/** Maximum milliseconds that a request waits for the write, at most once an hour for each key. */
const writeTimeout = 150;

/** Maximum number of cached keys. If there are more, a key may be recorded more than once an hour. */
const maxKeys = 1_000;

/**
 * Creates a function that records the use of a valid key, at most once an hour in each instance. It waits a limited
 * time, because an instance is frozen after its response, and never throws. `now` returns epoch milliseconds.
 */
export const keyUseRecorder = (write: ReturnType<typeof keyUseWriter>, now: () => number) => {
  const notedAt = new LRUCache<string, number>({ max: maxKeys });
  let pausedAt: number | undefined;

  // The clock was set back if the time is in the future.
  const isWithin = (milliseconds: number, since: number | undefined): boolean => {
    const age = since === undefined ? -1 : now() - since;
    return age >= 0 && age < milliseconds;
  };

  return async (keyId: string): Promise<void> => {
    if (isWithin(hour, notedAt.get(keyId)) || isWithin(pauseMilliseconds, pausedAt)) return;
    // Set before the write, so that concurrent requests do not write too.
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
    logger.warn('key use could not be recorded; recording pauses for one minute', { error });
  };
};
