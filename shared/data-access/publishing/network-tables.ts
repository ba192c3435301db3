import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { type Location, withLimitsOfType } from '../../domain/location/location.ts';
import { applyOverrides } from '../../domain/location/overrides/overrides.ts';
import { type Place, place } from '../../domain/place/place.ts';
import { logger } from '../../observability/logger.ts';
import { storeCall } from '../errors.ts';
import {
  codesOfBatches,
  type OverridesByCode,
  readOverrides,
  readOverridesOf,
} from '../location-changes/override-table.ts';
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
 * Tables of the network. Locations are returned with the changes made by hand, and those without parcel limits of their
 * own get those of their type. All methods read consistently, and throw StoreUnavailable.
 */
export interface NetworkTables {
  /** Reads all locations and capabilities. */
  readAll(): Promise<NetworkReading>;
  /** Reads all capabilities, and the locations with these codes that exist. */
  readSome(codes: ReadonlySet<string>): Promise<NetworkReading>;
  /** Returns the codes of the locations that these batches of changes by hand concern: see codesOfBatches. */
  codesOfBatches(ids: readonly string[]): Promise<readonly string[]>;
  /** Reads the imported places. */
  readPlaces(): Promise<readonly Place[]>;
}

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

/** Tables that the network is read from. */
export interface TablesOfNetwork {
  readonly locations: Table;
  readonly capabilities: Table;
  readonly places: Table;
  /** Changes of locations by hand. */
  readonly changes: Table;
}

/** Opens the tables. Rows that are not valid records are skipped and passed to `onBadRow`. */
export const networkTables = (
  { locations, capabilities, places, changes }: TablesOfNetwork,
  onBadRow: (row: { readonly table: string; readonly key: string; readonly problem: string }) => void,
  now: () => number = Date.now,
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
  const read = async (locationRows: Rows, overrides: OverridesByCode): Promise<NetworkReading> => {
    const capabilityRows = await storeCall('reading the capabilities', () => scan(capabilities));
    const offered = await parse(capabilities, 'serviceCode', capability, capabilityRows);
    const typeRows = await readTypeLimitRows(locations);
    const limits = await parse(locations, 'locationCode', typeLimitsRow, typeRows);
    const limitsOfType = new Map(limits.valid);
    const withoutRow = new Set(overrides.keys());
    const at = new Date(now());
    /** Returns a record to publish; undefined if the location is removed by hand, or does not exist. */
    const toRecord = (code: string, imported?: Location): LocationRecord | undefined => {
      withoutRow.delete(code);
      const stored = overrides.get(code);
      const { location, ignored } = stored
        ? applyOverrides(imported, stored.fields, at)
        : { location: imported, ignored: [] };
      if (ignored.length > 0) logger.error('changes by hand that do not fit are ignored', { code, ignored });
      return location && { code, text: JSON.stringify(withLimitsOfType(location, limitsOfType)) };
    };
    const recordOfRow = z.pipe(
      locationRow,
      z.transform((location) => toRecord(location.locationCode, location)),
    );
    const ofRows = await parse(locations, 'locationCode', recordOfRow, locationRows);
    const records = [...ofRows.valid, ...Array.from(withoutRow, (code) => toRecord(code))];
    return {
      records: records
        .filter((record) => record !== undefined)
        .sort((one, other) => byCodeUnit(one.code, other.code)),
      capabilities: offered.valid.sort((one, other) => one.serviceCode - other.serviceCode),
      skippedRows: ofRows.skipped + offered.skipped + limits.skipped,
    };
  };
  return {
    readAll: async () => read(readLocationRows(locations), await readOverrides(changes)),
    readSome: async (codes) =>
      read(await readLocationRowsOf(locations, codes), await readOverridesOf(changes, codes)),
    codesOfBatches: (ids) => codesOfBatches(changes, ids),
    readPlaces: async () => (await parse(places, 'code', place, await readPlaceRows(places))).valid,
  };
};

const scan = async ({ client, tableName: TableName }: Table): Promise<unknown[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

const anyRow = z.record(z.string(), z.unknown());
