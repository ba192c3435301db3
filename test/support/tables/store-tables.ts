import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { locationKey } from '../../../shared/data-access/location-table.ts';
import type { EmbeddedTables } from './embedded-tables.ts';

/** Puts rows into one of the product's tables as they are, valid or not; those of locations into the bucket of their code. */
export const storeRows = async (
  { client, tables }: EmbeddedTables,
  table: 'locations' | 'capabilities',
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((row) => ({
      PutRequest: {
        Item: table === 'locations' ? { ...locationKey(String(row.locationCode)), ...row } : row,
      },
    }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tables[table]]: requests } }));
  }
};
