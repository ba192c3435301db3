import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired } from '../../../../infra/local/database/tables.ts';
import type { DeployedTable } from '../../../../infra/local/template/deployment.ts';
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

/** Deletes what has expired in a table, and returns the lines of the log. */
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
/** Says how many items were deleted, and nothing of what they were. */
const deleted = (count: number) => [
  `time to live: deleted ${count} expired items of ${database.tables.enquiries}`,
];

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
  expect(await sweep(enquiries(), documents)).toEqual(deleted(1));
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
  for (const table of [others, enquiries(false)]) expect(await sweep(table)).toEqual([]);
  expect(await sweep(enquiries())).toEqual(deleted(2));
  expect(await ids()).toEqual(['before DynamoDB', 'none', 'not yet', 'text']);
});
