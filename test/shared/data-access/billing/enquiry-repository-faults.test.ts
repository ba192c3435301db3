import { randomBytes } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enquiryRepository } from '../../../../shared/data-access/billing/enquiry-repository.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import type { EnquiryText } from '../../../../shared/domain/billing/enquiry.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeEach(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
  table = { client: embedded.client, tableName: embedded.tables.enquiries };
});
afterEach(() => embedded.close());

const text: EnquiryText = {
  firstname: 'Ada',
  lastname: 'L',
  email: 'a@example.org',
  enquiryDetails: 'Where is my payment?',
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
};

const submit = (
  random = randomBytes as (size: number) => Uint8Array,
  idempotencyKey: string | undefined = 'key',
) =>
  enquiryRepository({ table, retentionDays: 30, randomBytes: random }).submit('shop', text, {
    idempotencyKey,
  });

const enquiriesStored = async () => {
  const { Items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.tableName, ConsistentRead: true }),
  );
  return Items.filter(({ id }) => String(id).startsWith('ENQUIRY#')).length;
};

/** Calls a function before each transaction that is sent, which fails if that throws. */
const onTransaction = (intervene: () => void) => {
  table.client.middlewareStack.add(
    (next) => async (args) => {
      if ('TransactItems' in args.input) intervene();
      return next(args);
    },
    { step: 'initialize', priority: 'high' },
  );
};

const connectionReset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Random bytes of which those of reference numbers come from the list, the last for ever. */
const numbersFrom = (...fills: [number, ...number[]]) => {
  const left = [...fills];
  let asked = 0;
  const source = (size: number): Uint8Array => {
    if (size !== 8) return randomBytes(size);
    asked += 1;
    const [fill = 0] = left.length > 1 ? left.splice(0, 1) : left;
    return new Uint8Array(size).fill(fill);
  };
  return { source, asked: () => asked };
};

it.each([undefined, 'key'])(
  'D16: stores one enquiry if the response of the write is lost (key: %s)',
  async (key) => {
    let answers = 0;
    table.client.middlewareStack.add(
      (next, context) => async (args) => {
        const answer = await next(args);
        if (context.commandName === 'TransactWriteItemsCommand' && answers++ === 0) throw connectionReset();
        return answer;
      },
      { step: 'deserialize', priority: 'high' },
    );

    const number = await submit(randomBytes, key);

    expect(answers).toBe(2);
    expect(number).toMatch(/^[0-9A-Z-]{15}$/);
    expect(await enquiriesStored()).toBe(1);
  },
);

it('D17: chooses another number if one is taken', async () => {
  const first = await submit(numbersFrom(1).source, 'other key');
  const numbers = numbersFrom(1, 1, 2);

  expect(await submit(numbers.source)).not.toBe(first);
  expect(numbers.asked()).toBe(3);
  expect(await enquiriesStored()).toBe(2);
});

it('D17: throws StoreUnavailable after five taken numbers', async () => {
  await submit(numbersFrom(1).source, 'other key');
  const numbers = numbersFrom(1);

  await expect(submit(numbers.source)).rejects.toThrow(StoreUnavailable);
  expect(numbers.asked()).toBe(5);
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
