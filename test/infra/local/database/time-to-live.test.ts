import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { deleteExpired } from '../../../../infra/local/database/tables.ts';
import type { DeployedTable } from '../../../../infra/local/template/deployment.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { manualClock } from '../jobs/manual-clock.ts';

const database = await startEmbeddedTables();
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

const sweep = async (table: DeployedTable, documents = database.client): Promise<string[]> => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await deleteExpired(documents, table, {
    clock: manualClock(now * 1_000 + 999),
    log,
    stop: new AbortController().signal,
  });
  return lines;
};
/** Expected log line. It contains the number of deleted items, but not their contents. */
const deleted = (count: number) => [
  `time to live: deleted ${count} expired items of ${database.tables.enquiries}`,
];

it('stops between two deletions', async () => {
  for (let index = 0; index < 5; index += 1) await put(`expired ${index}`, now);
  const stop = new AbortController();
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      if (command instanceof DeleteCommand) stop.abort();
      return database.client.send(command);
    },
  });
  const clock = manualClock(now * 1_000);
  await deleteExpired(documents, enquiries(), { clock, log: () => {}, stop: stop.signal });
  expect(await ids()).toHaveLength(4);
  expect(await sweep(enquiries())).toEqual(deleted(4));
});

it('keeps an item whose expiry is extended between the scan and the deletion', async () => {
  await put('postponed', now);
  await put('due', now);
  const scanned: string[] = [];
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      const output = await database.client.send(command);
      if (!(command instanceof ScanCommand)) return output;
      scanned.push(...(output.Items ?? []).map(({ id }) => String(id)));
      await put('postponed', now + 3_600);
      return output;
    },
  });
  expect(await sweep(enquiries(), documents)).toEqual(deleted(1));
  expect(scanned.toSorted()).toEqual(['due', 'postponed']);
  expect(await ids()).toEqual(['postponed']);
  await database.client.send(new DeleteCommand({ TableName: enquiries().name, Key: { id: 'postponed' } }));
});

it('deletes an item as soon as the second of its expiry begins (G19)', async () => {
  await put('expired now', now);
  await put('expired long ago', now - 3_600);
  await put('not yet', now + 1);
  // DynamoDB ignores these values as mistakes.
  await put('before DynamoDB', 1_000);
  await put('text', String(now - 1));
  await put('none', undefined);

  const others = { ...enquiries(), properties: { KeySchema: [] } };
  for (const table of [others, enquiries(false)]) expect(await sweep(table)).toEqual([]);
  expect(await sweep(enquiries())).toEqual(deleted(2));
  expect(await ids()).toEqual(['before DynamoDB', 'none', 'not yet', 'text']);
});
