import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Capability, capability } from '../../../domain/capability/capability.ts';
import type { Location } from '../../../domain/location/location.ts';
import { locationRow, readLocationRows } from '../../location-table.ts';
import { type BadRow, rowParser, scanRecords } from './scan-records.ts';

/** Tables of the network, and a callback for bad rows. */
export interface NetworkTables {
  readonly client: DynamoDBDocumentClient;
  readonly locationsTable: string;
  readonly capabilitiesTable: string;
  readonly onBadRow: (row: BadRow) => void;
}

/** Result of reading the tables, beside the locations. */
export interface NetworkReading {
  /** Capabilities ordered by service code. */
  readonly capabilities: readonly Capability[];
  /** Stored rows that are not valid records. */
  readonly skippedRows: number;
}

/** Takes all capabilities and returns a consumer of locations, which come in no order. */
export type TakeLocations = (capabilities: readonly Capability[]) => (location: Location) => void;

/** Reads both tables completely. Throws StoreUnavailable, and errors of the callbacks. */
export const readNetwork = async (tables: NetworkTables, take: TakeLocations): Promise<NetworkReading> => {
  const { client, locationsTable, capabilitiesTable } = tables;
  const capabilities: Capability[] = [];
  let skippedRows = 0;
  const onBadRow = (row: BadRow) => {
    skippedRows++;
    tables.onBadRow(row);
  };
  await scanRecords(
    {
      client,
      table: capabilitiesTable,
      schema: capability,
      onRecord: (record) => void capabilities.push(record),
      onBadRow,
    },
    'serviceCode',
  );
  capabilities.sort((one, other) => one.serviceCode - other.serviceCode);
  const onRow = rowParser(
    { table: locationsTable, schema: locationRow, onRecord: take(capabilities), onBadRow },
    'locationCode',
  );
  for await (const row of readLocationRows({ client, tableName: locationsTable })) onRow(row);
  return { capabilities, skippedRows };
};
