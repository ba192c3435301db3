import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dynamoDbEnquiryRegister } from '../../../../shared/data-access/billing/dynamodb-enquiry-register.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import {
  type EnquiryText,
  enquiry,
  IdempotencyKeyReused,
} from '../../../../shared/domain/billing/enquiry.ts';
import { isReferenceNumber } from '../../../../shared/domain/billing/reference-number.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { unreachableTable } from '../../../support/faults/unreachable-table.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { withoutStoreDeadline } from '../../../support/tables/without-store-deadline.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeAll(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
  table = { client: embedded.client, tableName: embedded.tables.enquiries };
});
afterAll(() => embedded.close());

let client = '';
beforeEach(({ task }) => {
  client = `client of ${task.id}`;
});

const text: EnquiryText = {
  firstname: 'Ada',
  lastname: '\0=cmd|<b>\u202e👩🏽‍🚀',
  email: 'not-an-email',
  enquiryDetails: 'd'.repeat(100_000),
  enquiryType: '',
  biller: null,
  billId: '12 3',
  paymentDate: null,
};

const rowsOf = async (owner = client) => {
  const rows = [];
  const pages = paginateScan({ client: table.client }, { TableName: table.tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) rows.push(...Items.filter((row) => row.client === owner));
  return rows;
};

const submittedAt = new Date('2026-07-01T10:00:00.000Z');
const registerAt = (time: Date) => dynamoDbEnquiryRegister({ table, retentionDays: 30, now: () => time });

it('an enquiry is stored exactly as it was sent, under the number that is answered', async () => {
  const referenceNumber = await registerAt(submittedAt).submit(client, text);

  expect(isReferenceNumber(referenceNumber)).toBe(true);
  const rows = await rowsOf();
  expect(rows.map((row) => enquiry.parse(row))).toEqual([
    {
      referenceNumber,
      submittedAt: '2026-07-01T10:00:00.000Z',
      client,
      ...text,
      status: 'OPEN',
      sandbox: false,
      expiresAt: Date.parse('2026-07-31T10:00:00.000Z') / 1_000,
    },
  ]);
  expect(rows[0]).toMatchObject({ id: `ENQUIRY#${referenceNumber}` });
});

it('without an idempotency key every submission is an enquiry of its own', async () => {
  const register = registerAt(submittedAt);

  expect(await register.submit(client, text)).not.toBe(await register.submit(client, text));
  expect(await rowsOf()).toHaveLength(2);
});

it('D15: the same key and body give the same number, and one enquiry', async () => {
  const register = registerAt(submittedAt);
  const first = await register.submit(client, text, { idempotencyKey: 'key' });

  expect(await register.submit(client, { ...text }, { idempotencyKey: 'key' })).toBe(first);
  expect(await rowsOf()).toHaveLength(1);
});

it('D15: the same key with another body is refused, and nothing is stored', async () => {
  const register = registerAt(submittedAt);
  await register.submit(client, text, { idempotencyKey: 'key' });

  for (const change of [{ firstname: 'Eve' }, { biller: 'AGL' }, { paymentDate: '1/2/2026' }]) {
    const other = register.submit(client, { ...text, ...change }, { idempotencyKey: 'key' });
    await expect(other).rejects.toThrow(IdempotencyKeyReused);
  }
  expect(await rowsOf()).toHaveLength(1);
});

it('keys of two clients, and two keys of one client, have nothing to do with each other', async () => {
  const register = registerAt(submittedAt);
  const numbers = [
    await register.submit(client, text, { idempotencyKey: 'key' }),
    await register.submit(client, text, { idempotencyKey: 'other key' }),
    await register.submit(`${client}"`, text, { idempotencyKey: 'key' }),
    await register.submit('', text, { idempotencyKey: `${client}key` }),
  ];

  expect(new Set(numbers).size).toBe(4);
});

it('a client has its idempotency keys twice, live and in its sandbox', async () => {
  const register = registerAt(submittedAt);
  const tried = await register.submit(client, text, { idempotencyKey: 'key', sandbox: true });
  const live = await register.submit(client, text, { idempotencyKey: 'key' });

  expect(live).not.toBe(tried);
  expect(await register.submit(client, text, { idempotencyKey: 'key', sandbox: true })).toBe(tried);
  expect(await register.submit(client, text, { idempotencyKey: 'key' })).toBe(live);
  expect((await rowsOf()).map(({ referenceNumber, sandbox }) => [referenceNumber, sandbox])).toEqual(
    expect.arrayContaining([
      [tried, true],
      [live, false],
    ]),
  );
});

it('D15: concurrent submissions of one key and body give one number and one enquiry', async () => {
  withoutStoreDeadline();
  const register = registerAt(submittedAt);

  const numbers = await Promise.all(
    Array.from({ length: 20 }, () => register.submit(client, text, { idempotencyKey: 'key' })),
  );

  expect(new Set(numbers).size).toBe(1);
  expect(await rowsOf()).toHaveLength(1);
});

it('G19: a key is forgotten after 24 hours, though its row is not deleted yet', async () => {
  const first = await registerAt(submittedAt).submit(client, text, { idempotencyKey: 'key' });
  const later = (seconds: number) => registerAt(new Date(submittedAt.getTime() + seconds * 1_000));
  const day = 24 * 60 * 60;

  expect(await later(day - 1).submit(client, text, { idempotencyKey: 'key' })).toBe(first);
  const second = await later(day + 1).submit(
    client,
    { ...text, firstname: 'Eve' },
    { idempotencyKey: 'key' },
  );
  expect(second).not.toBe(first);
  expect(await later(day + 2).submit(client, { ...text, firstname: 'Eve' }, { idempotencyKey: 'key' })).toBe(
    second,
  );
  expect(await rowsOf()).toHaveLength(2);
});

it('D17: 500 submissions, 50 at once, are all stored, under different numbers', async () => {
  withoutStoreDeadline();
  const register = registerAt(submittedAt);
  const small = { ...text, enquiryDetails: '' };

  const numbers: string[] = [];
  for (let wave = 0; wave < 10; wave++) {
    const submitted = Array.from({ length: 50 }, () => register.submit(client, small));
    numbers.push(...(await Promise.all(submitted)));
  }

  expect(new Set(numbers).size).toBe(500);
  expect(await rowsOf()).toHaveLength(500);
});

it('G01: a store that cannot be reached is unavailable', async () => {
  const register = dynamoDbEnquiryRegister({ table: unreachableTable(), retentionDays: 30 });

  await expect(register.submit(client, text, { idempotencyKey: 'key' })).rejects.toThrow(StoreUnavailable);
});

it('D22: what is too large for an item is a fault that no retry mends, and not stored', async () => {
  const tooLarge = { ...text, enquiryDetails: 'd'.repeat(410_000) };

  await expect(registerAt(submittedAt).submit(client, tooLarge)).rejects.toMatchObject({
    name: 'ValidationException',
  });
  expect(await rowsOf()).toHaveLength(0);
});
