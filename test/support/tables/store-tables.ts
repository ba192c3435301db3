import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { EmbeddedTables } from './embedded-tables.ts';

/** Puts rows into one of the product's tables as they are, valid or not. */
export const storeRows = async (
  { client, tables }: EmbeddedTables,
  table: 'locations' | 'capabilities',
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tables[table]]: requests } }));
  }
};
