import { crc32 } from 'node:zlib';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Location, location, locationType } from '../domain/location/location.ts';
import { parcelLimits } from '../domain/location/parcel.ts';
import { storeCall } from './errors.ts';
import { readItems, readPartition, type Table } from './table.ts';

/** Number of partitions of the table. If you change it, import all locations into an empty table. */
export const bucketCount = 32;

const concurrentBuckets = 4;

/** Rows per page (about 300 kB). A page of 1 MB would block a partition, or the embedded store, for too long. */
const pageRows = 200;

/** Returns the key of a location's row: the partition key `bucket`, a hash from 0 to 31, and the sort key. */
export const locationKey = (locationCode: string) => ({
  bucket: crc32(locationCode) % bucketCount,
  locationCode,
});

/** Partition for the parcel limits of types, after the partitions for locations. */
export const typeBucket = 32;

/** Returns the key of the row with the parcel limits of a type. */
export const typeLimitsKey = (type: string) => ({ bucket: typeBucket, locationCode: type });

const ownKey: z.ZodMiniType<unknown> = z.looseObject({ bucket: z.number(), locationCode: z.string() }).check(
  z.refine(({ bucket, locationCode }) => bucket === locationKey(locationCode).bucket, {
    path: ['bucket'],
    error: 'Invalid input: not the bucket of this location code',
  }),
);

/** Whether a row is in the bucket of its code. A row in another bucket is the result of a manual edit. */
export const hasOwnKey = (row: unknown): boolean => ownKey.safeParse(row).success;

/** Parses a row into its location. A row in the wrong bucket is invalid, because imports cannot change it. */
export const locationRow: z.ZodMiniType<Location> = z.pipe(ownKey, location);

/**
 * Yields every row of the locations table, or only these attributes, unparsed. Rows of a bucket are ordered by code,
 * and pages of several buckets are interleaved. Throws StoreUnavailable.
 */
export const readLocationRows = async function* (
  { client, tableName }: Table,
  attributes?: readonly string[],
): AsyncGenerator<Record<string, unknown>> {
  const names = ['bucket', ...(attributes ?? [])].map((name) => [`#${name}`, name]);
  const pagesOf = (bucket: number) =>
    paginateQuery(
      { client },
      {
        TableName: tableName,
        KeyConditionExpression: '#bucket = :bucket',
        ExpressionAttributeNames: Object.fromEntries(names),
        ExpressionAttributeValues: { ':bucket': bucket },
        ...(attributes && { ProjectionExpression: attributes.map((name) => `#${name}`).join(', ') }),
        // The read is consistent, so that a publication or import sees what an import has just written.
        ConsistentRead: true,
        Limit: pageRows,
      },
    );
  for (let first = 0; first < bucketCount; first += concurrentBuckets) {
    let reading = Array.from({ length: concurrentBuckets }, (_, index) => pagesOf(first + index));
    while (reading.length > 0) {
      const pages = await storeCall('reading the locations table', () =>
        Promise.all(reading.map((bucket) => bucket.next())),
      );
      for (const { value } of pages) yield* value?.Items ?? [];
      reading = reading.filter((_, index) => !pages[index]?.done);
    }
  }
};

/** Reads the current rows of these codes, unparsed and unordered. Missing rows are omitted. Throws StoreUnavailable. */
export const readLocationRowsOf = (table: Table, codes: Iterable<string>) =>
  storeCall('reading locations by code', () => readItems(table, [...new Set(codes)].map(locationKey)));

/** Reads the parcel limits of types, unparsed. Throws StoreUnavailable. */
export const readTypeLimitRows = (table: Table) =>
  readPartition(table, 'reading the parcel limits', ['bucket', typeBucket]);

/** Schema of a row that holds the parcel limits of a location type. Parses it into a `[type, parcelLimits]` pair. */
export const typeLimitsRow = z.pipe(
  z.object({ type: locationType, parcelLimits }),
  z.transform(({ type, parcelLimits }) => [type, parcelLimits] as const),
);
