import { randomBytes } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enquiryRepository } from '../../../../shared/data-access/billing/enquiry-repository.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { type EnquiryText, enquiriesByStatus, enquiry } from '../../../../shared/domain/billing/enquiry.ts';
import { isReferenceNumber } from '../../../../shared/domain/billing/reference-number.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { connectionReset } from '../access/keys-under-test.ts';

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

const rowsOf = async (owner = client, from = table) => {
  const rows = [];
  const pages = paginateScan({ client: from.client }, { TableName: from.tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) rows.push(...Items.filter((row) => row.client === owner));
  return rows;
};

const submittedAt = new Date('2026-07-01T10:00:00.000Z');
const repositoryAt = (time: Date) => enquiryRepository({ table, retentionDays: 30, now: () => time });

it('stores an enquiry unchanged under the returned number', async () => {
  const referenceNumber = await repositoryAt(submittedAt).submit(client, text);
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

it('distinguishes idempotency keys by client and by key', async () => {
  const enquiries = repositoryAt(submittedAt);
  const numbers = [
    await enquiries.submit(client, text, { idempotencyKey: 'key' }),
    await enquiries.submit(client, text, { idempotencyKey: 'other key' }),
    await enquiries.submit(`${client}"`, text, { idempotencyKey: 'key' }),
    await enquiries.submit('', text, { idempotencyKey: `${client}key` }),
  ];
  expect(new Set(numbers).size).toBe(4);
});

it('distinguishes live and sandbox idempotency keys of a client', async () => {
  const enquiries = repositoryAt(submittedAt);
  const tried = await enquiries.submit(client, text, { idempotencyKey: 'key', sandbox: true });
  const live = await enquiries.submit(client, text, { idempotencyKey: 'key' });
  expect(live).not.toBe(tried);
  expect(await enquiries.submit(client, text, { idempotencyKey: 'key', sandbox: true })).toBe(tried);
  expect(await enquiries.submit(client, text, { idempotencyKey: 'key' })).toBe(live);
  expect((await rowsOf()).map(({ referenceNumber, sandbox }) => [referenceNumber, sandbox])).toEqual(
    expect.arrayContaining([
      [tried, true],
      [live, false],
    ]),
  );
});

it('keeps sandbox enquiries for 30 days, outside the partition of real ones', async () => {
  const enquiries = enquiryRepository({ table, retentionDays: 365, now: () => submittedAt });
  await enquiries.submit(client, text, { sandbox: true });
  await enquiries.submit(client, text);

  const { name: IndexName, partition } = enquiriesByStatus;
  const inPartition = async (value: string) => {
    const query = {
      TableName: table.tableName,
      IndexName,
      KeyConditionExpression: '#partition = :value',
      FilterExpression: 'client = :client',
      ExpressionAttributeNames: { '#partition': partition },
      ExpressionAttributeValues: { ':value': value, ':client': client },
    };
    const rows: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateQuery({ client: table.client }, query)) rows.push(...Items);
    return rows;
  };
  expect((await inPartition('OPEN')).map((row) => row.sandbox)).toEqual([false]);
  const tests = await inPartition('SANDBOX_OPEN');
  expect(tests.map(({ expiresAt }) => expiresAt)).toEqual([Date.parse('2026-07-31T10:00:00.000Z') / 1_000]);
});

it('keeps sandbox enquiries no longer than real ones', async () => {
  const enquiries = enquiryRepository({ table, retentionDays: 7, now: () => submittedAt });
  await enquiries.submit(client, text, { sandbox: true });
  expect((await rowsOf())[0]?.expiresAt).toBe(Date.parse('2026-07-08T10:00:00.000Z') / 1_000);
});

it('G19: ignores an idempotency key after 24 hours, even if its row still exists', async () => {
  const first = await repositoryAt(submittedAt).submit(client, text, { idempotencyKey: 'key' });
  const later = (seconds: number) => repositoryAt(new Date(submittedAt.getTime() + seconds * 1_000));
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

describe('while the store fails', () => {
  let own: EmbeddedTables;
  let faulty: Table;
  beforeEach(async () => {
    own = withConsistentReads(await startEmbeddedTables());
    faulty = { client: own.client, tableName: own.tables.enquiries };
  });
  afterEach(() => own.close());

  const submit = (
    random = randomBytes as (size: number) => Uint8Array,
    idempotencyKey: string | undefined = 'key',
  ) =>
    enquiryRepository({ table: faulty, retentionDays: 30, randomBytes: random }).submit(
      client,
      { ...text, enquiryDetails: '' },
      { idempotencyKey },
    );
  const enquiriesStored = async () => (await rowsOf(client, faulty)).length;

  /** Calls a function before each transaction, which fails if the function throws. */
  const onTransaction = (intervene: () => void) => {
    faulty.client.middlewareStack.add(
      (next) => async (args) => {
        if ('TransactItems' in args.input) intervene();
        return next(args);
      },
      { step: 'initialize', priority: 'high' },
    );
  };

  const cancelled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  /** Creates random bytes. Reference numbers are filled with each value in turn, and then with the last one. */
  const numbersFrom = (...fills: [number, ...number[]]) => {
    const left = [...fills];
    let requested = 0;
    const source = (size: number): Uint8Array => {
      if (size !== 8) return randomBytes(size);
      requested += 1;
      const [fill = 0] = left.length > 1 ? left.splice(0, 1) : left;
      return new Uint8Array(size).fill(fill);
    };
    return { source, requested: () => requested };
  };

  it.each([undefined, 'key'])(
    'D16: stores one enquiry if the response to the write is lost (key: %s)',
    async (key) => {
      let responses = 0;
      faulty.client.middlewareStack.add(
        (next, context) => async (args) => {
          const response = await next(args);
          if (context.commandName === 'TransactWriteItemsCommand' && responses++ === 0)
            throw connectionReset();
          return response;
        },
        { step: 'deserialize', priority: 'high' },
      );
      const number = await submit(randomBytes, key);
      expect(responses).toBe(2);
      expect(number).toMatch(/^[0-9A-Z-]{15}$/);
      expect(await enquiriesStored()).toBe(1);
    },
  );

  it('D17: retries with another number if one is taken', async () => {
    const first = await submit(numbersFrom(1).source, 'other key');
    const numbers = numbersFrom(1, 1, 2);
    expect(await submit(numbers.source)).not.toBe(first);
    expect(numbers.requested()).toBe(3);
    expect(await enquiriesStored()).toBe(2);
  });

  it('D17: throws StoreUnavailable if five numbers are taken', async () => {
    await submit(numbersFrom(1).source, 'other key');
    const numbers = numbersFrom(1);
    await expect(submit(numbers.source)).rejects.toThrow(StoreUnavailable);
    expect(numbers.requested()).toBe(5);
    expect(await enquiriesStored()).toBe(1);
  });

  it('retries a transaction that conflicts with another', async () => {
    let conflicts = 0;
    onTransaction(() => {
      conflicts += 1;
      if (conflicts <= 3) throw cancelled('None', 'TransactionConflict');
    });
    await submit();
    expect(conflicts).toBe(4);
    expect(await enquiriesStored()).toBe(1);
  });

  it.each([
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
    'ItemCollectionSizeLimitExceeded',
  ])('throws StoreUnavailable if transactions are always cancelled for %s', async (code) => {
    onTransaction(() => {
      throw cancelled('None', code);
    });
    await expect(submit()).rejects.toThrow(StoreUnavailable);
  });
});
