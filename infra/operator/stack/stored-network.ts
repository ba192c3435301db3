import { locationRow, readLocationRowsOf } from '../../../shared/data-access/location-table.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { type StackTables, tableOf } from './operated-stack.ts';

/** The network in a stack's tables, with manual changes applied. */
export const storedNetwork = (stack: StackTables) =>
  networkTables(
    {
      locations: tableOf(stack, 'locations'),
      capabilities: tableOf(stack, 'capabilities'),
      places: tableOf(stack, 'billers'),
      changes: tableOf(stack, 'locationChanges'),
    },
    () => {},
  );

/** Reads the imported records with these codes, without the manual changes. Throws StoreUnavailable. */
export const importedLocations = async (
  stack: StackTables,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, Location>> => {
  const rows = await readLocationRowsOf(tableOf(stack, 'locations'), codes);
  const imported = rows.flatMap((row) => locationRow.safeParse(row).data ?? []);
  return new Map(imported.map((location) => [location.locationCode, location]));
};
