import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { type Holiday, holiday } from '../../domain/holiday.ts';
import { type Location, withLimitsOfType } from '../../domain/location/location.ts';
import { applyOverrides, withEndedOverrides } from '../../domain/location/overrides/overrides.ts';
import { datesAt, isInService } from '../../domain/location/service-dates.ts';
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
import { holidayPartition, placePartition } from '../place-table.ts';
import { readPartition, type Table } from '../table.ts';
import type { LocationRecord, Network } from './snapshot.ts';

interface NetworkReading extends Network {
  /** Number of rows that are not valid records. */
  readonly skippedRows: number;
}

interface RecordReading extends NetworkReading {
  /** Records of locations as if overrides that have ended since the given time still applied, by code. */
  readonly withEnded?: ReadonlyMap<string, string>;
}

/**
 * Tables of the network. Locations are returned with their manual changes applied. Locations without their own parcel
 * limits get their type's limits. All methods use strongly consistent reads; failed reads throw StoreUnavailable.
 */
export interface NetworkTables {
  /** Reads all capabilities, and all locations that are in service at this time. */
  readAll(now: Date, since?: Date): Promise<RecordReading>;
  /** Reads all capabilities, and the locations with these codes that exist and are in service at this time. */
  readSome(codes: ReadonlySet<string>, now: Date, since?: Date): Promise<RecordReading>;
  /** Reads all locations regardless of their dates, unordered, and all capabilities. */
  readLocations(
    now: Date,
  ): Promise<Omit<NetworkReading, 'records'> & { readonly locations: readonly Location[] }>;
  /** Returns the codes of the locations that these batches of manual changes affect: see codesOfBatches. */
  codesOfBatches(ids: readonly string[]): Promise<readonly string[]>;
  readPlaces(): Promise<readonly Place[]>;
  readHolidays(): Promise<readonly Holiday[]>;
}

type Rows = AsyncIterable<unknown> | Iterable<unknown>;

export interface TablesOfNetwork {
  readonly locations: Table;
  readonly capabilities: Table;
  readonly places: Table;
  /** Manual changes to locations. */
  readonly changes: Table;
}

/** Opens the tables. Rows that are not valid records are skipped and passed to `onBadRow`. */
export const networkTables = (
  { locations, capabilities, places, changes }: TablesOfNetwork,
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
  /**
   * Reads the capabilities, and maps each location with `toItem`. Locations for which `toItem` returns undefined are
   * omitted.
   */
  const read = async <Item>(
    locationRows: Rows,
    overrides: OverridesByCode,
    now: Date,
    toItem: (location: Location) => Item | undefined,
    since?: Date,
  ) => {
    const capabilityRows = await storeCall('reading the capabilities', () => scan(capabilities));
    const offered = await parse(capabilities, 'serviceCode', capability, capabilityRows);
    const typeRows = await readTypeLimitRows(locations);
    const limits = await parse(locations, 'locationCode', typeLimitsRow, typeRows);
    const limitsOfType = new Map(limits.valid);
    const withoutRow = new Set(overrides.keys());
    const toLimited = (location: Location | undefined) =>
      location && toItem(withLimitsOfType(location, limitsOfType));
    const withEnded: (Item | undefined)[] = [];
    /** Returns undefined for a location that was removed manually, or does not exist. */
    const itemOf = (code: string, imported?: Location): Item | undefined => {
      withoutRow.delete(code);
      const stored = overrides.get(code);
      const { location, ignored } = stored
        ? applyOverrides(imported, stored.fields, now)
        : { location: imported, ignored: [] };
      if (ignored.length > 0) logger.error('invalid manual changes are ignored', { code, ignored });
      if (stored && since) withEnded.push(toLimited(withEndedOverrides(imported, stored.fields, since, now)));
      return toLimited(location);
    };
    const itemOfRow = z.pipe(
      locationRow,
      z.transform((location) => itemOf(location.locationCode, location)),
    );
    const ofRows = await parse(locations, 'locationCode', itemOfRow, locationRows);
    const items = [...ofRows.valid, ...Array.from(withoutRow, (code) => itemOf(code))];
    return {
      items: items.filter((item) => item !== undefined),
      withEnded: withEnded.filter((item) => item !== undefined),
      capabilities: offered.valid.sort((one, other) => one.serviceCode - other.serviceCode),
      skippedRows: ofRows.skipped + offered.skipped + limits.skipped,
    };
  };
  const readRecords = async (
    locationRows: Rows,
    overrides: OverridesByCode,
    now: Date,
    since: Date | undefined,
  ): Promise<RecordReading> => {
    const dateIn = datesAt(now);
    const toRecord = (location: Location) => (isInService(location, dateIn) ? recordOf(location) : undefined);
    const { items, withEnded, ...others } = await read(locationRows, overrides, now, toRecord, since);
    return {
      records: items.sort((one, other) => byCodeUnit(one.code, other.code)),
      withEnded: new Map(withEnded.map(({ code, text }) => [code, text])),
      ...others,
    };
  };
  return {
    readAll: async (now, since) =>
      readRecords(readLocationRows(locations), await readOverrides(changes), now, since),
    readSome: async (codes, now, since) => {
      const rows = await readLocationRowsOf(locations, codes);
      return readRecords(rows, await readOverridesOf(changes, codes), now, since);
    },
    codesOfBatches: (ids) => codesOfBatches(changes, ids),
    async readLocations(now) {
      const overrides = await readOverrides(changes);
      const { items, ...others } = await read(readLocationRows(locations), overrides, now, (each) => each);
      return { locations: items, ...others };
    },
    async readPlaces() {
      const rows = await readPartition(places, 'reading the places', ['kind', placePartition]);
      return (await parse(places, 'code', place, rows)).valid;
    },
    async readHolidays() {
      const rows = await readPartition(places, 'reading the holidays', ['kind', holidayPartition]);
      return (await parse(places, 'code', holiday, rows)).valid;
    },
  };
};

/**
 * Returns the published record of a location. It does not contain the date on which the hours were last confirmed, so
 * that a confirmation without changes is not published.
 */
const recordOf = ({ hoursConfirmedOn: _, ...published }: Location): LocationRecord => ({
  code: published.locationCode,
  text: JSON.stringify(published),
});

const scan = async ({ client, tableName: TableName }: Table): Promise<unknown[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

const anyRow = z.record(z.string(), z.unknown());
