import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  adoptEarlierEnquiries,
  adoptNamedEnquiries,
} from '../../../../shared/data-access/billing/enquiry-adoption.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { referenceOf, storedEnquiry, storeRows } from '../../../support/tables/stored-enquiry.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeEach(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
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
const adopt = (at: Date, deployment = 'one') =>
  adoptEarlierEnquiries({ table, retentionDays: 30, now: at }, deployment);
const adoptNamed = (...indexes: number[]) =>
  adoptNamedEnquiries({ table, retentionDays: 30, now }, indexes.map(referenceOf));
const rowOf = async (index: number) => {
  const Key = { id: `ENQUIRY#${referenceOf(index)}` };
  return (await table.client.send(new GetCommand({ TableName: table.tableName, Key, ConsistentRead: true })))
    .Item;
};
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

it('looks again after every deployment, as an earlier release may have been gone back to', async () => {
  expect(await adopt(now)).toEqual(none);
  await storeRows(table, [earlier(1, now)]);
  expect(await adopt(now)).toEqual(none);
  expect(await adopt(now, 'another')).toEqual({ adopted: 1, over: 0 });
});

it('looks again after a day, whatever was deployed', async () => {
  expect(await adopt(now)).toEqual(none);
  await storeRows(table, [earlier(1, now)]);
  expect(await adopt(new Date(daysLater(1).getTime() - 1_000))).toEqual(none);
  expect(await adopt(daysLater(1))).toEqual({ adopted: 1, over: 0 });
});

it('looks again where a release of before left its mark, with an end or without', async () => {
  const Key = { id: 'EARLIER-ENQUIRIES-ADOPTED' };
  for (const mark of [{}, { expiresAt: daysLater(30).getTime() / 1_000 }]) {
    await storeRows(table, [{ ...Key, ...mark, referenceNumber: '' }, earlier(1, now)]);
    expect(await adopt(now)).toEqual({ adopted: 1, over: 0 });
  }
});

it('gives one an end that was closed before anybody gave it one, and leaves it closed', async () => {
  const closed = { status: 'CLOSED', closedAt: now.toISOString(), closedBy: 'somebody' };
  await storeRows(table, [{ ...earlier(1, now), ...closed }]);
  expect(await adopt(now)).toEqual({ adopted: 1, over: 0 });
  expect(await rowOf(1)).toMatchObject({
    ...closed,
    sandbox: false,
    expiresAt: daysLater(30).getTime() / 1_000,
  });
});

it('adopts those that are named, and no other', async () => {
  const today = storedEnquiry(3);
  await storeRows(table, [earlier(1, now), earlier(2, now), today]);
  expect(await adoptNamed(1, 1, 3, 4)).toEqual({ adopted: 1, over: 0 });
  expect(await rowOf(1)).toMatchObject({ status: 'OPEN', expiresAt: daysLater(30).getTime() / 1_000 });
  expect(await rowOf(2)).not.toHaveProperty('status');
  expect(await rowOf(3)).toEqual(today);
  expect(await rowOf(4)).toBeUndefined();
});
