import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type ApiKey, apiKey } from '../../domain/access/api-key.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

const keyed = z.object({ keyId: z.string() });

const byClientAndAge = (one: ApiKey, other: ApiKey): number =>
  byCodeUnit(one.client, other.client) || byCodeUnit(one.createdAt, other.createdAt);

/** All keys ever issued, by client, oldest first. Throws StoreUnavailable. */
export const listKeys = ({ client, tableName }: Table): Promise<readonly ApiKey[]> =>
  storeCall('api keys: list', async () => {
    const records: ApiKey[] = [];
    const scan = { TableName: tableName, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, scan)) {
      for (const row of Items) {
        const record = readRow(apiKey, row, keyed.safeParse(row).data?.keyId ?? '');
        if (record) records.push(record);
      }
    }
    return records.sort(byClientAndAge);
  });
