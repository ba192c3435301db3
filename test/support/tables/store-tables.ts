import { locationKey } from '../../../shared/data-access/location-table.ts';
import { type EmbeddedTables, putRows } from './embedded-tables.ts';

/** Puts rows into a table without validation. Adds the bucket of the code to rows of locations. */
export const storeRows = (
  { client, tables }: EmbeddedTables,
  table: 'locations' | 'capabilities',
  rows: readonly Record<string, unknown>[],
): Promise<void> =>
  putRows(
    { client, tableName: tables[table] },
    table === 'locations' ? rows.map((row) => ({ ...locationKey(String(row.locationCode)), ...row })) : rows,
  );
