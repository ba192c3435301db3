import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { capability } from '../../domain/capability/capability.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { holiday } from '../../domain/holiday.ts';
import { type Location, withLimitsOfType } from '../../domain/location/location.ts';
import { applyOverrides, withEndedOverrides } from '../../domain/location/overrides/overrides.ts';
import { datesAt, isInService } from '../../domain/location/service-dates.ts';
import { place } from '../../domain/place/place.ts';
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
import { readPartition, type Table } from '../table.ts';
import type { LocationRecord, Network } from './snapshot.ts';

interface RecordReading extends Network {
  /** Number of rows that are not valid records. */
  readonly skippedRows: number;
  /** Records of locations as if overrides that have ended since the given time still applied, by code. */
  readonly withEnded?: ReadonlyMap<string, string>;
}

export type NetworkTables = ReturnType<typeof networkTables>;

type Row = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<Row> | Iterable<Row>;

/**
 * Opens the tables. Locations have their manual changes applied, and their type's parcel limits if they lack their own.
 * Invalid rows are skipped and passed to `onBadRow`. Reads are strongly consistent. Methods throw StoreUnavailable.
 */
export const networkTables = (
  {
    locations,
    capabilities,
    places,
    changes,
  }: Readonly<Record<'locations' | 'capabilities' | 'places' | 'changes', Table>>,
  onBadRow: (row: { readonly table: string; readonly key: string; readonly problem: string }) => void,
) => {
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
      onBadRow({ table: table.tableName, key: String(row[key]), problem: z.prettifyError(parsed.error) });
    }
    return { valid, skipped };
  };
  const readKind = async <T>(
    operation: string,
    kind: 'PLACE' | 'HOLIDAY',
    schema: z.core.$ZodType<T>,
  ): Promise<readonly T[]> => {
    const rows = await readPartition(places, operation, ['kind', kind]);
    return (await parse(places, 'code', schema, rows)).valid;
  };
  /** Reads the capabilities, and maps each location with `toItem`, which returns undefined to omit it. */
  const readItems = async <Item>(
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
    since?: Date,
  ): Promise<RecordReading> => {
    const dateIn = datesAt(now);
    const toRecord = (location: Location) => (isInService(location, dateIn) ? recordOf(location) : undefined);
    const { items, withEnded, ...others } = await readItems(locationRows, overrides, now, toRecord, since);
    return {
      records: items.sort((one, other) => byCodeUnit(one.code, other.code)),
      withEnded: new Map(withEnded.map(({ code, text }) => [code, text])),
      ...others,
    };
  };
  return {
    /** Reads all capabilities, and all locations that are in service at this time. */
    readAll: async (now: Date, since?: Date) =>
      readRecords(readLocationRows(locations), await readOverrides(changes), now, since),
    /** Reads all capabilities, and the locations with these codes that exist and are in service at this time. */
    readSome: async (codes: ReadonlySet<string>, now: Date, since?: Date) => {
      const rows = await readLocationRowsOf(locations, codes);
      return readRecords(rows, await readOverridesOf(changes, codes), now, since);
    },
    /** Reads all locations regardless of their dates, unordered, and all capabilities. */
    async readLocations(
      now: Date,
    ): Promise<Omit<RecordReading, 'records' | 'withEnded'> & { readonly locations: readonly Location[] }> {
      const overrides = await readOverrides(changes);
      const { items, ...others } = await readItems(
        readLocationRows(locations),
        overrides,
        now,
        (each) => each,
      );
      return { locations: items, ...others };
    },
    /** Returns the codes of the locations that these batches of manual changes affect: see codesOfBatches. */
    codesOfBatches: (ids: readonly string[]) => codesOfBatches(changes, ids),
    readPlaces: () => readKind('reading the places', 'PLACE', place),
    readHolidays: () => readKind('reading the holidays', 'HOLIDAY', holiday),
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

const scan = async ({ client, tableName: TableName }: Table): Promise<Row[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};
