import type { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  bucketCount,
  locationKey,
  locationRow,
  readLocationRows,
  readLocationRowsOf,
} from '../../../shared/data-access/location-table.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { perFile } from '../../support/per-test.ts';
import { withConsistentReads } from '../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

const manyCodes = Array.from({ length: 8_000 }, (_, number) => `L${String(number).padStart(4, '0')}`);

/** Codes of stored locations. Two buckets have more than one page of 200 rows. */
const codes = manyCodes.filter((code, number) => locationKey(code).bucket < 2 || number < 400);

const table = perFile(async () => {
  const embedded = withConsistentReads(await startEmbeddedTables());
  const rows = codes.map((locationCode) => ({ locationCode, name: 'OFFICE' }));
  await storeRows(embedded, 'locations', rows);
  return { ...embedded, tableName: embedded.tables.locations };
});

const keyRow = z.object({ bucket: z.int(), locationCode: z.string() });

const watchedTable = (failsAt: number) => {
  let running = 0;
  const counts = { queries: 0, maxConcurrent: 0 };
  const client = new Proxy(table.client, {
    get: (target, property) => {
      if (property !== 'send') return Reflect.get(target, property);
      return async (command: QueryCommand) => {
        counts.queries += 1;
        counts.maxConcurrent = Math.max(counts.maxConcurrent, ++running);
        if (counts.queries === failsAt) throw new Error('no connection');
        return target.send(command).finally(() => {
          running -= 1;
        });
      };
    },
  });
  return { table: { ...table, client }, counts };
};

it('spreads locations evenly over the buckets, and determines the bucket by the code', () => {
  expect(locationKey('100001_PO')).toEqual({ bucket: 7, locationCode: '100001_PO' });
  const sizes = new Map<number, number>();
  for (const code of manyCodes) {
    const { bucket } = locationKey(code);
    sizes.set(bucket, (sizes.get(bucket) ?? 0) + 1);
  }
  expect([...sizes.keys()].toSorted((one, other) => one - other)).toEqual([...Array(bucketCount).keys()]);
  expect(Math.max(...sizes.values()) / (manyCodes.length / bucketCount)).toBeLessThan(1.25);
});

describe('reading all rows', () => {
  it('yields each row once, sorted by code within a bucket', async () => {
    const rows = z.array(keyRow).parse(await Array.fromAsync(readLocationRows(table)));
    expect(rows.map(({ locationCode }) => locationCode).toSorted()).toEqual(codes);
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const ofBucket = rows.filter((row) => row.bucket === bucket).map(({ locationCode }) => locationCode);
      expect(ofBucket).toEqual(ofBucket.toSorted());
    }
  });

  it('limits rows to the requested attributes', async () => {
    const [row] = await Array.fromAsync(readLocationRows(table, ['locationCode', 'recordDigest']));
    expect(Object.keys(Object(row))).toEqual(['locationCode']);
  });

  it.each([1, 3, 20])('queries four buckets at a time, and stops when query %d fails', async (failsAt) => {
    const { table: watched, counts } = watchedTable(failsAt);
    await expect(Array.fromAsync(readLocationRows(watched))).rejects.toThrow(StoreUnavailable);
    const queries = counts.queries;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(counts.queries).toBe(queries);
    expect(queries).toBeLessThan(failsAt + 8);
    expect(counts.maxConcurrent).toBe(4);
  });
});

it('reads any number of rows by code, and omits absent codes', async () => {
  const requested = [...codes.slice(0, 250), 'absent', ...codes.slice(0, 10)].toReversed();
  const rows = z.array(keyRow).parse(await readLocationRowsOf(table, requested));
  expect(rows.map(({ locationCode }) => locationCode).toSorted()).toEqual(codes.slice(0, 250));
  expect(await readLocationRowsOf(table, [])).toEqual([]);
});

it("parses a row into a location without the table's own attributes, unless it is in a bucket for another code", () => {
  const location = postOffice(1);
  const row = { ...location, ...locationKey(location.locationCode), recordDigest: 'digest' };
  expect(locationRow.parse(row)).toEqual(location);
  const parsed = locationRow.safeParse({ ...row, bucket: (row.bucket + 1) % bucketCount });
  expect(parsed.error?.issues).toMatchObject([{ path: ['bucket'] }]);
});
