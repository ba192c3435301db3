import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adoptEarlierEnquiries } from '../../../../shared/data-access/billing/enquiry-adoption.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/embedded-tables.ts';
import { storedEnquiry, storeRows } from '../../../support/stored-enquiry.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeEach(async () => {
  embedded = await startEmbeddedTables();
  table = { client: embedded.client, tableName: embedded.tables.enquiries };
});
afterEach(() => embedded.close());

const day = 24 * 60 * 60 * 1_000;
const now = new Date('2026-11-01T00:00:00Z');
const daysLater = (days: number) => new Date(now.getTime() + days * day);

const earlier = (index: number, submittedAt: Date) =>
  storedEnquiry(index, {
    status: undefined,
    sandbox: undefined,
    expiresAt: undefined,
    submittedAt: submittedAt.toISOString(),
  });
const adopt = (at: Date) => adoptEarlierEnquiries(table, 30, { now: at });
const none = { adopted: 0, over: 0 };

it('tells how many enquiries of earlier releases got an end, and how many are past it', async () => {
  await storeRows(table, [
    earlier(1, daysLater(-30)),
    earlier(2, daysLater(-29)),
    earlier(3, now),
    storedEnquiry(4),
  ]);
  expect(await adopt(now)).toEqual({ adopted: 3, over: 1 });
  expect(await adopt(now)).toEqual(none);
});

it('looks again after a month, as an earlier release may have been gone back to', async () => {
  expect(await adopt(now)).toEqual(none);
  await storeRows(table, [earlier(1, now)]);
  expect(await adopt(daysLater(29))).toEqual(none);
  expect(await adopt(daysLater(30))).toEqual({ adopted: 1, over: 1 });
});

it('looks again where a release of before left its mark without an end', async () => {
  await adopt(now);
  const Key = { id: 'EARLIER-ENQUIRIES-ADOPTED' };
  const { Item } = await table.client.send(new GetCommand({ TableName: table.tableName, Key }));
  expect(Item).toEqual({ ...Key, expiresAt: daysLater(30).getTime() / 1_000 });
  await storeRows(table, [{ ...Key, referenceNumber: '' }, earlier(1, now)]);
  expect(await adopt(now)).toEqual({ adopted: 1, over: 0 });
});
