import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Capability, capability } from '../../domain/capability/capability.ts';
import { type Location, location } from '../../domain/location/location.ts';
import { locationDigests } from './location-digest.ts';
import { type BadRow, scanRecords } from './scan-records.ts';
import type { StagedNetwork } from './staged-network.ts';

/** The tables of the network, and who is told of their bad rows. */
export interface NetworkTables {
  readonly client: DynamoDBDocumentClient;
  readonly locationsTable: string;
  readonly capabilitiesTable: string;
  readonly onBadRow: (row: BadRow) => void;
}

/** What was read beside the locations, which are staged. */
export interface NetworkReading {
  /** Ordered by service code. */
  readonly capabilities: readonly Capability[];
  /** Stored rows that are no record, and so belong to neither. */
  readonly skippedRows: number;
}

/** Reads both tables once, as a whole, and stages the locations. Throws StoreUnavailable. */
export const readNetwork = async (tables: NetworkTables, staged: StagedNetwork): Promise<NetworkReading> => {
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

  const digestOf = locationDigests(capabilities);
  const stage = (record: Location) => {
    const text = JSON.stringify(record);
    staged.addLocation({ code: record.locationCode, digest: digestOf(record, text), text });
  };
  await scanRecords(
    { client, table: locationsTable, schema: location, onRecord: stage, onBadRow },
    'locationCode',
  );
  return {
    capabilities: capabilities.sort((one, other) => one.serviceCode - other.serviceCode),
    skippedRows,
  };
};
