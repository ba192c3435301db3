import { type NetworkTables, networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import type { EmbeddedTables } from './embedded-tables.ts';

interface Tables extends Pick<EmbeddedTables, 'client'> {
  readonly tables: Readonly<Record<'locations' | 'capabilities' | 'billers' | 'locationChanges', string>>;
}

export const networkOfTables = (
  { client, tables }: Tables,
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
