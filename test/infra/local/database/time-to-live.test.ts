import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expiryTasks } from '../../../../infra/local/database/time-to-live.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

let database: EmbeddedTables;
beforeAll(async () => {
  database = await startEmbeddedTables();
});
afterAll(() => database.close());

const now = 1_800_000_000;
const clock = { now: () => now * 1_000 + 999 };
const enquiries = (enabled: unknown = true) => ({
  name: database.tables.enquiries,
  properties: {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: enabled },
  },
});

const put = (id: string, expiresAt: unknown) =>
  database.client.send(new PutCommand({ TableName: database.tables.enquiries, Item: { id, expiresAt } }));
const scan = async () => {
  const { Items = [] } = await database.client.send(
    new ScanCommand({ TableName: database.tables.enquiries }),
  );
  return Items.map(({ id }) => String(id)).toSorted();
};
const run = async (documents = database.client) =>
  Promise.all(expiryTasks([enquiries()], documents, clock).map((task) => task.run()));

beforeEach(async () => {
  await put('due', now);
});

it('an item is deleted from the second of its expiry on, and no other (G19)', async () => {
  await put('due long ago', now - 3_600);
  await put('not yet', now + 1);
  // DynamoDB takes these for a mistake, and for no time at all.
  await put('before DynamoDB', 1_000);
  await put('text', String(now - 1));
  await put('none', undefined);

  expect(await run()).toEqual(['expired items deleted: 2']);
  expect(await scan()).toEqual(['before DynamoDB', 'none', 'not yet', 'text']);
});

it('an item stays if its expiry is postponed between the scan and the deletion', async () => {
  await put('postponed', now);
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      const answer = await database.client.send(command);
      if (command instanceof ScanCommand) await put('postponed', now + 3_600);
      return answer;
    },
  });

  expect(await run(documents)).toEqual(['expired items deleted: 1']);
  expect(await scan()).toContain('postponed');
  expect(await run()).toEqual([undefined]);
});

it('tables without a time to live are left alone', () => {
  const none = { ...enquiries(), properties: { KeySchema: [] } };
  const tasks = expiryTasks([enquiries(), none, enquiries(false)], database.client);
  expect(tasks.map(({ name }) => name)).toEqual([`time to live of ${database.tables.enquiries}`]);
});
