import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeCall } from '../errors.ts';
import { locationRow, readLocationRows, readLocationRowsOf } from '../location-table.ts';
import type { Table } from '../table.ts';
import type { LocationRecord, Network } from './snapshot.ts';

/** Row of a table that is not a valid record. */
export interface BadRow {
  readonly table: string;
  readonly key: string;
  readonly problem: string;
}

/** Records that were read. */
interface NetworkReading extends Network {
  /** Rows that are not valid records. */
  readonly skippedRows: number;
}

/** Tables of the network, as a publication reads them. Both methods read consistently, and throw StoreUnavailable. */
export interface NetworkTables {
  /** Reads all locations and capabilities. */
  readAll(): Promise<NetworkReading>;
  /** Reads all capabilities, and those of these locations that exist. */
  readSome(codes: ReadonlySet<string>): Promise<NetworkReading>;
}

/** Opens the tables. `onBadRow` is called with each row that is skipped. */
export const networkTables = (
  locations: Table,
  capabilities: Table,
  onBadRow: (row: BadRow) => void,
): NetworkTables => {
  const parseRows = <T>(table: Table, key: string, schema: z.core.$ZodType<T>) => {
    const valid: T[] = [];
    let skipped = 0;
    const add = (row: unknown) => {
      const parsed = z.safeParse(schema, row);
      if (parsed.success) return void valid.push(parsed.data);
      skipped++;
      const { [key]: code } = z.safeParse(anyRow, row).data ?? {};
      onBadRow({ table: table.tableName, key: String(code), problem: z.prettifyError(parsed.error) });
    };
    return { add, valid, skipped: () => skipped };
  };
  const readCapabilities = async () => {
    const rows = parseRows(capabilities, 'serviceCode', capability);
    const { client, tableName: TableName } = capabilities;
    await storeCall('reading the capabilities', async () => {
      for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
        for (const row of Items) rows.add(row);
    });
    return rows;
  };
  const read = async (locationRows: AsyncIterable<unknown>): Promise<NetworkReading> => {
    const offered = await readCapabilities();
    const found = parseRows(locations, 'locationCode', locationRecordOfRow);
    for await (const row of locationRows) found.add(row);
    return {
      records: found.valid.sort((one, other) => byCodeUnit(one.code, other.code)),
      capabilities: offered.valid.sort((one, other) => one.serviceCode - other.serviceCode),
      skippedRows: found.skipped() + offered.skipped(),
    };
  };
  return {
    readAll: () => read(readLocationRows(locations)),
    readSome: (codes) => read(rowsOf(locations, codes)),
  };
};

/** Record of a row: its code, and the location as compact JSON. */
const locationRecordOfRow = z.pipe(
  locationRow,
  z.transform(
    (location): LocationRecord => ({ code: location.locationCode, text: JSON.stringify(location) }),
  ),
);

const anyRow = z.record(z.string(), z.unknown());

async function* rowsOf(table: Table, codes: ReadonlySet<string>): AsyncGenerator<unknown> {
  yield* await readLocationRowsOf(table, codes);
}
