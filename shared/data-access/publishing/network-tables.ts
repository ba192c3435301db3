import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { capability } from '../../domain/capability/capability.ts';
import { location } from '../../domain/location/location.ts';
import { byLocationCode } from '../../domain/location/location-order.ts';
import type { Network } from '../../domain/location/network.ts';
import { type BadRow, scanRecords } from './scan-records.ts';

/** The tables of the network, and who is told of their bad rows. */
export interface NetworkTables {
  readonly client: DynamoDBDocumentClient;
  readonly locationsTable: string;
  readonly capabilitiesTable: string;
  readonly onBadRow: (row: BadRow) => void;
}

/** Reads both tables once, as a whole. Throws StoreUnavailable. */
export const readNetwork = async (tables: NetworkTables): Promise<Network> => {
  const { client, locationsTable, capabilitiesTable } = tables;
  let skippedRows = 0;
  const onBadRow = (row: BadRow) => {
    skippedRows++;
    tables.onBadRow(row);
  };
  const [locations, capabilities] = await Promise.all([
    scanRecords({ client, table: locationsTable, schema: location, onBadRow }, 'locationCode'),
    scanRecords({ client, table: capabilitiesTable, schema: capability, onBadRow }, 'serviceCode'),
  ]);
  return {
    locations: locations.sort(byLocationCode),
    capabilities: capabilities.sort((one, other) => one.serviceCode - other.serviceCode),
    skippedRows,
  };
};
