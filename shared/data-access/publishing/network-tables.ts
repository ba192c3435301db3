import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { withLimitsOfType } from '../../domain/location/location.ts';
import { type Place, place } from '../../domain/place/place.ts';
import { storeCall } from '../errors.ts';
import {
  locationRow,
  readLocationRows,
  readLocationRowsOf,
  readTypeLimitRows,
  typeLimitsRow,
} from '../location-table.ts';
import { readPlaceRows } from '../place-table.ts';
import type { Table } from '../table.ts';
import type { LocationRecord, Network } from './snapshot.ts';

/** Network read from the tables. */
interface NetworkReading extends Network {
  /** Rows that are not valid records. */
  readonly skippedRows: number;
}

/**
 * Tables of the network. Locations without parcel limits of their own get those of their type. All methods read
 * consistently, and throw StoreUnavailable.
 */
export interface NetworkTables {
  /** Reads all locations and capabilities. */
  readAll(): Promise<NetworkReading>;
  /** Reads all capabilities, and the locations with these codes that exist. */
  readSome(codes: ReadonlySet<string>): Promise<NetworkReading>;
  /** Reads the imported places. */
  readPlaces(): Promise<readonly Place[]>;
}

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/** Opens the tables. Rows that are not valid records are skipped and passed to `onBadRow`. */
export const networkTables = (
  locations: Table,
  capabilities: Table,
  places: Table,
  onBadRow: (row: { readonly table: string; readonly key: string; readonly problem: string }) => void,
): NetworkTables => {
  const parse = async <T>(table: Table, key: string, schema: z.core.$ZodType<T>, rows: Rows) => {
    const valid: T[] = [];
    let skipped = 0;
    for await (const row of rows) {
      const parsed = z.safeParse(schema, row);
      if (parsed.success) {
        valid.push(parsed.data);
        continue;
      }
      skipped++;
      const { [key]: code } = z.safeParse(anyRow, row).data ?? {};
      onBadRow({ table: table.tableName, key: String(code), problem: z.prettifyError(parsed.error) });
    }
    return { valid, skipped };
  };
  const read = async (locationRows: Rows): Promise<NetworkReading> => {
    const capabilityRows = await storeCall('reading the capabilities', () => scan(capabilities));
    const offered = await parse(capabilities, 'serviceCode', capability, capabilityRows);
    const typeRows = await readTypeLimitRows(locations);
    const limits = await parse(locations, 'locationCode', typeLimitsRow, typeRows);
    const limitsOfType = new Map(limits.valid);
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
      records: records.valid.sort((one, other) => byCodeUnit(one.code, other.code)),
      capabilities: offered.valid.sort((one, other) => one.serviceCode - other.serviceCode),
      skippedRows: records.skipped + offered.skipped + limits.skipped,
    };
  };
  return {
    readAll: () => read(readLocationRows(locations)),
    readSome: async (codes) => read(await readLocationRowsOf(locations, codes)),
    readPlaces: async () => (await parse(places, 'code', place, await readPlaceRows(places))).valid,
  };
};

const scan = async ({ client, tableName: TableName }: Table): Promise<unknown[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

const anyRow = z.record(z.string(), z.unknown());
