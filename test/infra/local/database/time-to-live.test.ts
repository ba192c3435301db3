import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { deleteExpired, startExpirySweeps } from '../../../../infra/local/database/tables.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { manualClock } from '../jobs/manual-clock.ts';

let database: EmbeddedTables;
beforeAll(async () => {
  database = await startEmbeddedTables();
});
afterAll(() => database.close());

const now = 1_800_000_000;
const enquiries = (enabled: unknown = true) => ({
  name: database.tables.enquiries,
  properties: {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: enabled },
  },
});

const put = (id: string, expiresAt: unknown) =>
  database.client.send(new PutCommand({ TableName: database.tables.enquiries, Item: { id, expiresAt } }));
const ids = async () => {
  const { Items = [] } = await database.client.send(
    new ScanCommand({ TableName: database.tables.enquiries }),
  );
  return Items.map(({ id }) => String(id)).toSorted();
};

const startSweeps = (documents = database.client) => {
  const lines: string[] = [];
  const clock = manualClock(now * 1_000);
  const log = (line: string) => lines.push(line);
  const sweeps = startExpirySweeps({ tables: [enquiries()], documents, log, clock });
  onTestFinished(() => sweeps.close());
  return { lines, clock };
};

it('sweeps soon after the start and then every hour, and continues after a failure', async () => {
  await put('over', now);
  await put('later', now + 1_800);
  let scans = 0;
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      if (command instanceof ScanCommand && ++scans === 1) throw new Error('no connection');
      return database.client.send(command);
    },
  });
  const { lines, clock } = startSweeps(documents);
  await clock.pass(9_999);
  expect(lines).toEqual([]);
  await clock.pass(1);
  await expect.poll(() => lines).toEqual([expect.stringMatching(/were not deleted: Error: no connection$/)]);
  expect(await ids()).toEqual(['later', 'over']);
  await put('much later', now + 5_400);
  await clock.pass(3_600_000);
  await expect.poll(() => lines).toHaveLength(2);
  expect(await ids()).toEqual(['much later']);
  await clock.pass(3_600_000);
  await expect.poll(() => lines).toHaveLength(3);
  expect(await ids()).toEqual([]);
  // How many, and nothing of what they were.
  expect(lines.slice(1)).toEqual(
    [2, 1].map(
      (count) => `time to live: ${count} expired items of ${database.tables.enquiries} were deleted`,
    ),
  );
});

it('an item whose time is put off between the look and the deletion stays', async () => {
  await put('put off', now);
  await put('due', now);
  const lookedAt: string[] = [];
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      const answer = await database.client.send(command);
      if (!(command instanceof ScanCommand)) return answer;
      lookedAt.push(...(answer.Items ?? []).map(({ id }) => String(id)));
      await put('put off', now + 3_600);
      return answer;
    },
  });
  expect(await deleteExpired(documents, enquiries(), now * 1_000)).toBe(1);
  expect(lookedAt.toSorted()).toEqual(['due', 'put off']);
  expect(await ids()).toEqual(['put off']);
  await database.client.send(new DeleteCommand({ TableName: enquiries().name, Key: { id: 'put off' } }));
});

it('an item is deleted from the second of its expiry on, and no other (G19)', async () => {
  await put('over', now);
  await put('over long ago', now - 3_600);
  await put('not yet', now + 1);
  // DynamoDB takes these for a mistake, and for no time at all.
  await put('before DynamoDB', 1_000);
  await put('text', String(now - 1));
  await put('none', undefined);

  const others = { ...enquiries(), properties: { KeySchema: [] } };
  for (const table of [others, enquiries(false)])
    expect(await deleteExpired(database.client, table, now * 1_000 + 999)).toBe(0);
  expect(await deleteExpired(database.client, enquiries(), now * 1_000 + 999)).toBe(2);
  expect(await ids()).toEqual(['before DynamoDB', 'none', 'not yet', 'text']);
});
