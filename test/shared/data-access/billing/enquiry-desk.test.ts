import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { type EnquirySelection, enquiryDesk } from '../../../../shared/data-access/billing/enquiry-desk.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { dynamoDbInternalError, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { perFile } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { referenceOf, storedEnquiry, storeRows } from '../../../support/tables/stored-enquiry.ts';

const table = perFile(async () => {
  const embedded = withConsistentReads(await startEmbeddedTables());
  const enquiries = { ...embedded, tableName: embedded.tables.enquiries };
  await storeRows(enquiries, [storedEnquiry(1), storedEnquiry(2), storedEnquiry(3)]);
  return enquiries;
});

const fail = (error: unknown) => {
  throw error;
};
const deskAt = (at: Table) => enquiryDesk({ table: at, onUnreadable: fail });

/** Puts the table behind a proxy, with a client that makes two attempts. */
const behindProxy = async () => {
  const proxy = await startFaultProxy(table.engine.endpoint);
  const plain = new DynamoDBClient({
    endpoint: proxy.endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 2,
  });
  onTestFinished(async () => {
    plain.destroy();
    await proxy[Symbol.asyncDispose]();
  });
  return { proxy, table: { ...table, client: DynamoDBDocumentClient.from(plain) } };
};

const readAll = async (at: Table, selection: EnquirySelection) =>
  (await Array.fromAsync(deskAt(at).read(selection))).flat().map(({ referenceNumber }) => referenceNumber);

const all = [1, 2, 3].map(referenceOf);

it('lists and exports an enquiry once if it is closed while the index is read', async () => {
  for (const numbersIn of [
    async (at: Table) =>
      (await deskAt(at).list({ sandbox: false }, 10)).enquiries.map((e) => e.referenceNumber),
    (at: Table) => readAll(at, { sandbox: false }),
  ]) {
    await deskAt(table).reopen(referenceOf(2));
    const { proxy, table: proxied } = await behindProxy();
    let queries = 0;
    // Closes an open enquiry after the open enquiries have been read, and before the closed ones are read.
    proxied.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'QueryCommand' && ++queries === 2)
            await deskAt(table).close(referenceOf(2), { by: 'ada' });
          return next(args);
        },
      { step: 'initialize', priority: 'high' },
    );
    expect(await numbersIn(proxied)).toEqual(all);
    expect(queries).toBe(2);
    expect(proxy.received('Query')).toBe(2);
  }
});

it('continues a list of enquiries that were submitted at the same time', async () => {
  const submittedAt = '2026-09-01T00:00:00.000Z';
  const [since, until] = [new Date(submittedAt), new Date(Date.parse(submittedAt) + 1)];
  await storeRows(
    table,
    [7, 8, 9].map((index) => storedEnquiry(index, { submittedAt })),
  );
  // DynamoDB returns them in no particular order.
  const { table: proxied } = await behindProxy();
  proxied.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if ('Items' in result.output) result.output.Items?.reverse();
      return result;
    },
    { step: 'initialize', priority: 'high' },
  );
  const listed: string[] = [];
  for (let left = 3; left > 0; left--) {
    const after = listed.at(-1);
    const position = after === undefined ? undefined : { submittedAt, referenceNumber: after };
    const { enquiries, more } = await deskAt(proxied).list({ sandbox: false, since, until }, 1, position);
    expect(more).toBe(left - 1);
    listed.push(...enquiries.map(({ referenceNumber }) => referenceNumber));
  }
  expect(listed).toEqual([7, 8, 9].map(referenceOf).toSorted());
});

it('lists nothing after a position that is not before the end of the selection', async () => {
  const desk = deskAt(table);
  const [last] = (await desk.list({ sandbox: false }, 3)).enquiries.slice(-1);
  if (last === undefined) throw new Error('nothing is listed');
  for (const earlier of [0, 60_000]) {
    const until = new Date(Date.parse(last.submittedAt) - earlier);
    expect(await desk.list({ sandbox: false, until }, 3, last)).toEqual({ enquiries: [], more: 0 });
  }
});

it('throws StoreUnavailable if the index cannot be read during an export', async () => {
  const { proxy, table: proxied } = await behindProxy();
  proxy.inject(dynamoDbInternalError, { when: ({ operation }) => operation === 'Query' });
  await expect(readAll(proxied, { sandbox: false })).rejects.toThrow(StoreUnavailable);
});

it('reports a change if the response to a close was lost', async () => {
  await deskAt(table).reopen(referenceOf(1));
  const { proxy, table: proxied } = await behindProxy();
  proxy.inject({ kind: 'lose answer' }, { when: ({ operation }) => operation === 'UpdateItem', times: 1 });
  const closed = await deskAt(proxied).close(referenceOf(1), { by: 'ada' });
  expect(proxy.received('UpdateItem')).toBe(2);
  expect(closed).toMatchObject({ outcome: 'changed', enquiry: { status: 'CLOSED', closedBy: 'ada' } });
  expect(await deskAt(table).close(referenceOf(1), { by: 'ada' })).toMatchObject({ outcome: 'unchanged' });
});

it('keeps a sandbox enquiry in the sandbox lists when it is closed and reopened', async () => {
  await storeRows(table, [storedEnquiry(10, { sandbox: true })]);
  const isListed = async (sandbox: boolean, status: 'OPEN' | 'CLOSED') =>
    (await readAll(table, { sandbox, status })).includes(referenceOf(10));
  const places = async () => [
    await isListed(true, 'OPEN'),
    await isListed(true, 'CLOSED'),
    (await isListed(false, 'OPEN')) || (await isListed(false, 'CLOSED')),
  ];
  expect(await places()).toEqual([true, false, false]);
  await deskAt(table).close(referenceOf(10), { by: 'ada' });
  expect(await places()).toEqual([false, true, false]);
  await deskAt(table).reopen(referenceOf(10));
  expect(await places()).toEqual([true, false, false]);
});
