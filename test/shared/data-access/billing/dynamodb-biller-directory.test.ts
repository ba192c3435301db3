import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  billerDirectoryFromEnvironment,
  dynamoDbBillerDirectory,
} from '../../../../shared/data-access/billing/dynamodb-biller-directory.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { unreachableTable } from '../../../support/faults/unreachable-table.ts';
import { fixtureBillers, fixtureBillTypes } from '../../../support/fixture/fixture-billers.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeBillerRows, storeFixtureBillers } from '../../../support/tables/stored-billers.ts';
import { withoutStoreDeadline } from '../../../support/tables/without-store-deadline.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  table = { client: embedded.client, tableName: embedded.tables.billers };
  await storeFixtureBillers(table);
});
afterAll(() => embedded.close());

const codesOf = (records: readonly { code: string }[]) => records.map(({ code }) => code);
const expectedCodes = (matches: (biller: (typeof fixtureBillers)[number]) => boolean) =>
  codesOf(fixtureBillers.filter(matches)).sort();

it('without a filter all billers are listed by code, as they were stored', async () => {
  const billers = await dynamoDbBillerDirectory(table).list({});

  expect(billers).toEqual(fixtureBillers.toSorted((one, other) => (one.code < other.code ? -1 : 1)));
});

it('codes are exact, and the same list comes for few and for many of them', async () => {
  const directory = dynamoDbBillerDirectory(table);
  const many = codesOf(fixtureBillers).slice(0, 15);

  expect(codesOf(await directory.list({ codes: new Set(['2003', '0101', 'none', '']) }))).toEqual([
    '0101',
    '2003',
  ]);
  expect(codesOf(await directory.list({ codes: new Set(['A-1 [VIC]']) }))).toEqual(['A-1 [VIC]']);
  expect(codesOf(await directory.list({ codes: new Set(many) }))).toEqual(many.toSorted());
  expect(await directory.list({ codes: new Set() })).toEqual([]);
});

it('filters narrow each other, organisations without regard to case', async () => {
  const directory = dynamoDbBillerDirectory(table);

  expect(
    codesOf(await directory.list({ organisations: new Set(['harbour energy', 'été assurance']) })),
  ).toEqual(['0201', '0202', '0603']);
  expect(codesOf(await directory.list({ billTypes: new Set(['GAS', 'WATER']) }))).toEqual(
    expectedCodes(({ billType }) => billType === 'GAS' || billType === 'WATER'),
  );
  const both = { codes: new Set(['0101', '0201']), organisations: new Set(['southern light']) };
  expect(codesOf(await directory.list(both))).toEqual(['0101']);
});

it('one biller is found by its exact code', async () => {
  const directory = dynamoDbBillerDirectory(table);

  expect(await directory.get('bill-types')).toMatchObject({ code: 'bill-types', name: 'Named like a path' });
  expect(await directory.get('__proto__')).toMatchObject({ name: 'Named like a property' });
  for (const code of ['nobody', '', '0101 ', 'a-1 [VIC]', 'x'.repeat(5_000), '\0', '..']) {
    expect(await directory.get(code)).toBeUndefined();
  }
});

it('bill types are listed by code', async () => {
  expect(await dynamoDbBillerDirectory(table).listBillTypes()).toEqual(fixtureBillTypes);
});

it('C22: a row that does not parse is left out and logged by its key, not by its content', async () => {
  const log = captureLog();
  const bad = { kind: 'BILLER', code: 'bad-row', name: 'Secret Name', organisation: 7, status: 'GONE' };
  await storeBillerRows(table, [bad, { kind: 'BILL_TYPE', code: 'BAD' }]);
  const directory = dynamoDbBillerDirectory(table);

  expect(await directory.list({})).toHaveLength(fixtureBillers.length);
  expect(await directory.get('bad-row')).toBeUndefined();
  expect(await directory.listBillTypes()).toHaveLength(fixtureBillTypes.length);
  expect(log()).toContain('BILLER bad-row');
  expect(log()).toContain('BILL_TYPE BAD');
  expect(log()).not.toContain('Secret Name');
});

it('all pages of a list are read', async () => {
  withoutStoreDeadline();
  const other = await startEmbeddedTables();
  const paged = { client: other.client, tableName: other.tables.billers };
  const [pattern] = fixtureBillers;
  const rows = Array.from({ length: 400 }, (_, index) => ({
    kind: 'BILLER',
    ...pattern,
    code: String(1_000 + index),
    name: 'n'.repeat(8_000),
  }));
  await storeBillerRows(paged, rows);

  expect(codesOf(await dynamoDbBillerDirectory(paged).list({}))).toEqual(codesOf(rows));
  await other.close();
});

// A process that is held up takes longer.
const patience = { retry: 2 };

it('G01: a store that cannot be reached is unavailable, within a second', patience, async () => {
  const directory = dynamoDbBillerDirectory(unreachableTable());
  const began = performance.now();

  await expect(directory.list({})).rejects.toThrow(StoreUnavailable);
  await expect(directory.get('0101')).rejects.toThrow(StoreUnavailable);
  await expect(directory.listBillTypes()).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('the directory of the environment can be made before its table is known', () => {
  expect(() => billerDirectoryFromEnvironment()).not.toThrow();
});
