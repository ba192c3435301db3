import { type NetworkTables, networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import type { EmbeddedTables } from './embedded-tables.ts';

/** Returns the network in these tables, in the form in which the publisher reads it. */
export const networkOfTables = (
  {
    client,
    tables,
  }: {
    readonly client: EmbeddedTables['client'];
    readonly tables: Pick<
      EmbeddedTables['tables'],
      'locations' | 'capabilities' | 'billers' | 'locationChanges'
    >;
  },
  onBadRow: (row: object) => void = () => {},
): NetworkTables => {
  const table = (tableName: string) => ({ client, tableName });
  return networkTables(
    {
      locations: table(tables.locations),
      capabilities: table(tables.capabilities),
      places: table(tables.billers),
      changes: table(tables.locationChanges),
    },
    onBadRow,
  );
};
