import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { override } from '../../domain/location/overrides/overrides.ts';
import { storeCall } from '../errors.ts';
import { parseRow, readItems, readPartition, type Table } from '../table.ts';

/**
 * The table has three kinds of item. A location's overrides are in one of eight partitions, so that a large batch is
 * not throttled, and all can be read without the history. The history has an item for each batch, and one for each
 * location of a batch, in the location's partition: see change-repository.ts.
 */
const partitionCount = 8;

const partitionNumbered = (number: number): string => `overrides-${number}`;

export const overridePartitions = Array.from({ length: partitionCount }, (_, number) =>
  partitionNumbered(number),
);

/** Returns the key of a location's overrides. */
export const overrideKey = (locationCode: string) => ({
  partition: partitionNumbered(crc32(locationCode) % partitionCount),
  id: locationCode,
});

export const batchPartition = 'batches';

const endedBatch = z.object({
  codes: z.array(z.string()),
  finishedAt: z.optional(z.string()),
  undoneBy: z.optional(z.string()),
});

/**
 * Returns the codes of the locations in these batches, unless a batch is unfinished, because it is published only as a
 * whole, or undone, because the undo is a batch too. Throws StoreUnavailable.
 */
export const codesOfBatches = async (table: Table, ids: readonly string[]): Promise<readonly string[]> => {
  const keys = [...new Set(ids)].map((id) => ({ partition: batchPartition, id }));
  const rows = await storeCall('reading batches of manual changes', () => readItems(table, keys));
  return rows.flatMap((row) => {
    const { codes, finishedAt, undoneBy } = parseRow(endedBatch, row, String(row.id)) ?? { codes: [] };
    return finishedAt !== undefined && undoneBy === undefined ? codes : [];
  });
};

const storedOverrides = z.object({
  id: z.string(),
  /** Batch that last wrote these overrides. A write based on another revision is rejected. */
  revision: z.string(),
  fields: z.record(z.string(), override),
});
export type StoredOverrides = z.infer<typeof storedOverrides>;

/** Stored overrides by location code. */
export type OverridesByCode = ReadonlyMap<string, StoredOverrides>;

/** Reads all overrides with consistent reads. Invalid rows are logged and skipped. Throws StoreUnavailable. */
export const readOverrides = async (table: Table): Promise<OverridesByCode> => {
  const partitions = overridePartitions.map((partition) =>
    readPartition(table, 'reading manual changes', ['partition', partition]),
  );
  return byCode((await Promise.all(partitions)).flat());
};

/** Reads the overrides of these locations with consistent reads. Throws StoreUnavailable. */
export const readOverridesOf = async (table: Table, codes: Iterable<string>): Promise<OverridesByCode> => {
  const keys = [...new Set(codes)].map(overrideKey);
  return byCode(await storeCall('reading manual changes by code', () => readItems(table, keys)));
};

const byCode = (rows: readonly Record<string, unknown>[]): OverridesByCode => {
  const valid = rows.flatMap((row) => parseRow(storedOverrides, row, String(row.id)) ?? []);
  return new Map(valid.map((each) => [each.id, each]));
};
