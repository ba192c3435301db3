import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type ApiKey, apiKey } from '../../domain/access/api-key.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

const keyed = z.object({ keyId: z.string() });

const byClientAndAge = (one: ApiKey, other: ApiKey): number =>
  byCodeUnit(one.client, other.client) || byCodeUnit(one.createdAt, other.createdAt);

/** Contents of a table of keys. */
export interface KeyListing {
  /** Keys by client, oldest first. */
  readonly keys: readonly ApiKey[];
  /** Number of rows that cannot be read; their clients and states are unknown. */
  readonly unreadable: number;
}

/** Reads all keys ever issued. Throws StoreUnavailable. */
export const listKeys = ({ client, tableName }: Table): Promise<KeyListing> =>
  storeCall('api keys: list', async () => {
    const keys: ApiKey[] = [];
    let unreadable = 0;
    const scan = { TableName: tableName, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, scan)) {
      for (const row of Items) {
        const record = readRow(apiKey, row, keyed.safeParse(row).data?.keyId ?? '');
        if (record) keys.push(record);
        else unreadable += 1;
      }
    }
    return { keys: keys.sort(byClientAndAge), unreadable };
  });
