import { locationKey } from '../../../shared/data-access/location-table.ts';
import { type EmbeddedTables, putRows } from './embedded-tables.ts';

/** Writes rows to a table without validation. Rows of locations also get the bucket of their code. */
export const storeRows = (
  { client, tables }: EmbeddedTables,
  table: 'locations' | 'capabilities',
  rows: readonly Record<string, unknown>[],
): Promise<void> =>
  putRows(
    { client, tableName: tables[table] },
    table === 'locations' ? rows.map((row) => ({ ...locationKey(String(row.locationCode)), ...row })) : rows,
  );
