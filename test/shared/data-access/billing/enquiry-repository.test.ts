import { randomBytes } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { enquiryRepository } from '../../../../shared/data-access/billing/enquiry-repository.ts';
import { type EnquiryText, enquiriesByStatus } from '../../../../shared/domain/billing/enquiry.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { withoutStoreDeadline } from '../../../support/busy-machine.ts';
import { perFile, perTest } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const startTable = async () => {
  const embedded = withConsistentReads(await startEmbeddedTables());
  return { ...embedded, tableName: embedded.tables.enquiries };
};
const table = perFile(startTable);

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

it('distinguishes idempotency keys by client, by key, and by live and sandbox requests', async () => {
  withoutStoreDeadline();
  const enquiries = repositoryAt(submittedAt);
  const submissions = [
    () => enquiries.submit(client, text, { idempotencyKey: 'key' }),
    () => enquiries.submit(client, text, { idempotencyKey: 'key', sandbox: true }),
    () => enquiries.submit(client, text, { idempotencyKey: 'other key' }),
    () => enquiries.submit(`${client}"`, text, { idempotencyKey: 'key' }),
    () => enquiries.submit('', text, { idempotencyKey: `${client}key` }),
  ];
  const numbers = await Promise.all(submissions.map((submit) => submit()));
  expect(new Set(numbers).size).toBe(5);
  expect(await Promise.all(submissions.map((submit) => submit()))).toEqual(numbers);
});

it.each([
  [365, '2026-07-31T10:00:00.000Z'],
  [7, '2026-07-08T10:00:00.000Z'],
])(
  'of %i days, keeps sandbox enquiries for at most 30, outside the partition of real ones',
  async (days, end) => {
    const enquiries = enquiryRepository({ table, retentionDays: days, now: () => submittedAt });
    await enquiries.submit(client, text, { sandbox: true });
    await enquiries.submit(client, text);
    const rows = (await rowsOf()).map((row) => [
      row[enquiriesByStatus.partition],
      row.sandbox,
      row.expiresAt,
    ]);
    const lastDay = Date.parse('2026-07-01T10:00:00.000Z') / 1_000 + days * 86_400;
    expect(rows.sort()).toEqual([
      ['OPEN', false, lastDay],
      ['SANDBOX_OPEN', true, Date.parse(end) / 1_000],
    ]);
  },
);

it('G19: ignores an idempotency key after 24 hours, even if its row still exists', async () => {
  withoutStoreDeadline();
  const first = await repositoryAt(submittedAt).submit(client, text, { idempotencyKey: 'key' });
  const later = (seconds: number) => repositoryAt(new Date(submittedAt.getTime() + seconds * 1_000));
  const day = 24 * 60 * 60;
  expect(await later(day - 1).submit(client, text, { idempotencyKey: 'key' })).toBe(first);
  const other = { ...text, firstname: 'Eve' };
  const second = await later(day + 1).submit(client, other, { idempotencyKey: 'key' });
  expect(second).not.toBe(first);
  expect(await later(day + 2).submit(client, other, { idempotencyKey: 'key' })).toBe(second);
  expect(await rowsOf()).toHaveLength(2);
});

describe('while the store fails', () => {
  const faulty = perTest(startTable);

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
  const numbersFrom = (...fills: number[]) => {
    let requested = 0;
    const source = (size: number): Uint8Array => {
      requested += 1;
      return new Uint8Array(size).fill(fills[requested - 1] ?? fills.at(-1) ?? 0);
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
            throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
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

  it.each(['TransactionConflict', 'ThrottlingError'])(
    'throws StoreUnavailable if transactions are always cancelled for %s',
    async (code) => {
      onTransaction(() => {
        throw cancelled('None', code);
      });
      await expect(submit()).rejects.toThrow(StoreUnavailable);
    },
  );
});
