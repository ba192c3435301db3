import { crc32 } from 'node:zlib';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Location, location } from '../domain/location/location.ts';
import { storeCall } from './errors.ts';
import { readItems, type Table } from './table.ts';

/**
 * Number of partitions of the locations table. Stored keys depend on it: after a change, import all locations into an
 * empty table.
 */
export const bucketCount = 32;

/** Buckets that are read at the same time. */
const concurrentBuckets = 4;

/**
 * Rows of a page, some 300 kB of locations. Without a limit a page has 1 MB, which keeps a partition busy, and the
 * embedded store as a whole, while requests of clients wait.
 */
const pageRows = 200;

/** Key of a row: the partition key `bucket`, a hash of the code from 0 to 31, and the sort key `locationCode`. */
export interface LocationKey {
  readonly bucket: number;
  readonly locationCode: string;
}

/** Returns the key of the row of a location. */
export const locationKey = (locationCode: string): LocationKey => ({
  bucket: crc32(locationCode) % bucketCount,
  locationCode,
});

const ownKey: z.ZodMiniType<unknown> = z.looseObject({ bucket: z.number(), locationCode: z.string() }).check(
  z.refine(({ bucket, locationCode }) => bucket === locationKey(locationCode).bucket, {
    path: ['bucket'],
    error: 'Invalid input: not the bucket of this location code',
  }),
);

/** Whether a row has the key of its location. A row in the bucket of another code is the result of a manual edit. */
export const hasOwnKey = (row: unknown): boolean => ownKey.safeParse(row).success;

/**
 * Row of the locations table, parsed to its location. A row in the bucket of another code is invalid, because imports
 * neither change nor remove it.
 */
export const locationRow: z.ZodMiniType<Location> = z.pipe(ownKey, location);

/**
 * Yields every row of the locations table, unparsed: the rows of a bucket in order of code, those of several buckets
 * interleaved by page. Holds a few pages at a time. Rows have only the given `attributes`, if any are given. Throws
 * StoreUnavailable.
 */
export const readLocationRows = async function* (
  table: Table,
  { attributes }: { readonly attributes?: readonly string[] } = {},
): AsyncGenerator<unknown> {
  const underWay = new Map<AsyncGenerator, ReturnType<typeof nextPage>>();
  const request = (pages: AsyncGenerator<readonly unknown[]>) => {
    const next = nextPage(pages);
    // A failure is noticed when the page is awaited, which may be later.
    next.catch(() => {});
    underWay.set(pages, next);
  };
  let bucket = 0;
  const startBucket = () => {
    if (bucket < bucketCount) request(readBucket(table, bucket++, attributes));
  };

  while (underWay.size < concurrentBuckets) startBucket();
  while (underWay.size > 0) {
    const { pages, page } = await Promise.race(underWay.values());
    underWay.delete(pages);
    if (page.done) {
      startBucket();
      continue;
    }
    request(pages);
    yield* page.value;
  }
};

/** Reads the current rows of these codes, unparsed and in no order; absent ones are omitted. Throws StoreUnavailable. */
export const readLocationRowsOf = async (
  table: Table,
  codes: Iterable<string>,
): Promise<readonly unknown[]> => {
  const keys = [...new Set(codes)].map((code) => ({ ...locationKey(code) }));
  return storeCall('reading locations by code', () => readItems(table, keys));
};

const readBucket = async function* (
  { client, tableName }: Table,
  bucket: number,
  attributes: readonly string[] | undefined,
): AsyncGenerator<readonly unknown[]> {
  const names = ['bucket', ...(attributes ?? [])].map((name) => [`#${name}`, name]);
  const query = {
    TableName: tableName,
    KeyConditionExpression: '#bucket = :bucket',
    ExpressionAttributeNames: Object.fromEntries(names),
    ExpressionAttributeValues: { ':bucket': bucket },
    ...(attributes && { ProjectionExpression: attributes.map((name) => `#${name}`).join(', ') }),
    // Consistent, so that a publication or import sees what an import has just written.
    ConsistentRead: true,
    Limit: pageRows,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield Items;
};

const nextPage = async (pages: AsyncGenerator<readonly unknown[]>) => ({
  pages,
  page: await storeCall('reading the locations table', () => pages.next()),
});
