import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { withLimitsOfType } from '../../domain/location/location.ts';
import { storeCall } from '../errors.ts';
import {
  locationRow,
  readLocationRows,
  readLocationRowsOf,
  readTypeLimitRows,
  typeLimitsRow,
} from '../location-table.ts';
import type { Table } from '../table.ts';
import type { LocationRecord, Network } from './snapshot.ts';

/** Network read from the tables. */
interface NetworkReading extends Network {
  /** Rows that are not valid records. */
  readonly skippedRows: number;
}

/**
 * Tables of the network. Locations without parcel limits of their own get those of their type. Both methods read
 * consistently, and throw StoreUnavailable.
 */
export interface NetworkTables {
  /** Reads all locations and capabilities. */
  readAll(): Promise<NetworkReading>;
  /** Reads all capabilities, and the locations with these codes that exist. */
  readSome(codes: ReadonlySet<string>): Promise<NetworkReading>;
}

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/** Opens the tables. Rows that are not valid records are skipped and passed to `onBadRow`. */
export const networkTables = (
  locations: Table,
  capabilities: Table,
  onBadRow: (row: { readonly table: string; readonly key: string; readonly problem: string }) => void,
): NetworkTables => {
  const read = async (locationRows: Rows): Promise<NetworkReading> => {
    let skippedRows = 0;
    const parse = async <T>(table: Table, key: string, schema: z.core.$ZodType<T>, rows: Rows) => {
      const valid: T[] = [];
      for await (const row of rows) {
        const parsed = z.safeParse(schema, row);
        if (parsed.success) {
          valid.push(parsed.data);
          continue;
        }
        skippedRows++;
        const { [key]: code } = z.safeParse(anyRow, row).data ?? {};
        onBadRow({ table: table.tableName, key: String(code), problem: z.prettifyError(parsed.error) });
      }
      return valid;
    };
    const capabilityRows = await storeCall('reading the capabilities', () => scan(capabilities));
    const offered = await parse(capabilities, 'serviceCode', capability, capabilityRows);
    const typeRows = await readTypeLimitRows(locations);
    const limitsOfType = new Map(await parse(locations, 'locationCode', typeLimitsRow, typeRows));
    const recordOfRow = z.pipe(
      locationRow,
      z.transform(
        (location): LocationRecord => ({
          code: location.locationCode,
          text: JSON.stringify(withLimitsOfType(location, limitsOfType)),
        }),
      ),
    );
    const records = await parse(locations, 'locationCode', recordOfRow, locationRows);
    return {
      records: records.sort((one, other) => byCodeUnit(one.code, other.code)),
      capabilities: offered.sort((one, other) => one.serviceCode - other.serviceCode),
      skippedRows,
    };
  };
  return {
    readAll: () => read(readLocationRows(locations)),
    readSome: async (codes) => read(await readLocationRowsOf(locations, codes)),
  };
};

const scan = async ({ client, tableName: TableName }: Table): Promise<unknown[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

const anyRow = z.record(z.string(), z.unknown());
