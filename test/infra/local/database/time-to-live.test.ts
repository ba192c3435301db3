import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import {
  deleteExpired,
  expiringTables,
} from '../../../../infra/local/database/time-to-live/delete-expired.ts';
import { startExpirySweeps } from '../../../../infra/local/database/time-to-live/expiry-sweeps.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

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

/** Sweeps of the enquiries; each sleep lasts until the test wakes it. */
const startSweeps = (documents = database.client) => {
  const lines: string[] = [];
  let milliseconds = now * 1_000;
  let wake = () => {};
  const slept: number[] = [];
  const clock: Clock = {
    now: () => milliseconds,
    sleep: (duration, signal) =>
      new Promise((resolve) => {
        slept.push(duration);
        wake = () => {
          milliseconds += duration;
          resolve();
        };
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const log = (line: string) => lines.push(line);
  const sweeps = startExpirySweeps({ tables: [enquiries()], documents, log, clock });
  onTestFinished(() => sweeps.close());
  return { lines, slept, wake: () => wake() };
};

it('a sweep that fails is told, and the next one deletes', async () => {
  await put('over', now);
  let scans = 0;
  const documents = Object.assign(Object.create(database.client), {
    send: async (command: ScanCommand) => {
      if (command instanceof ScanCommand && ++scans === 1) throw new Error('no connection');
      return database.client.send(command);
    },
  });
  const { lines, slept, wake } = startSweeps(documents);
  wake();
  await expect.poll(() => slept.length).toBe(2);
  expect(lines).toEqual([expect.stringMatching(/was not deleted: Error: no connection$/)]);
  expect(await ids()).toEqual(['over']);
  wake();
  await expect.poll(() => slept.length).toBe(3);
  expect(await ids()).toEqual([]);
  expect(lines).toHaveLength(2);
});

it('an item whose time is put off between the look and the deletion stays', async () => {
  const [table] = expiringTables([enquiries()]);
  if (!table) throw new Error('no table');
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
  expect(await deleteExpired(documents, table, now * 1_000)).toBe(1);
  expect(lookedAt.toSorted()).toEqual(['due', 'put off']);
  expect(await ids()).toEqual(['put off']);
  await database.client.send(new DeleteCommand({ TableName: table.name, Key: { id: 'put off' } }));
});

it('Tables forget where the template says so, by the attribute that it names', () => {
  const others = { ...enquiries(), properties: { KeySchema: [] } };
  expect(expiringTables([enquiries(), others, enquiries(false)])).toEqual([
    { name: database.tables.enquiries, keys: ['id'], expiry: 'expiresAt' },
  ]);
});

describe('an item of a table that forgets (G19)', () => {
  it('is deleted from the second of its expiry on, and no other', async () => {
    await put('over', now);
    await put('over long ago', now - 3_600);
    await put('not yet', now + 1);
    // DynamoDB takes these for a mistake, and for no time at all.
    await put('before DynamoDB', 1_000);
    await put('text', String(now - 1));
    await put('none', undefined);

    const [table] = expiringTables([enquiries()]);
    if (!table) throw new Error('no table');
    expect(await deleteExpired(database.client, table, now * 1_000 + 999)).toBe(2);
    expect(await ids()).toEqual(['before DynamoDB', 'none', 'not yet', 'text']);
  });

  it('is deleted soon after the start, and then within an hour of its expiry', async () => {
    await put('first', now);
    await put('second', now + 1_800);
    const { lines, slept, wake } = startSweeps();
    wake();
    await expect.poll(() => slept.length).toBe(2);
    expect(await ids()).toEqual(expect.not.arrayContaining(['first']));
    expect(await ids()).toContain('second');
    wake();
    await expect.poll(() => slept.length).toBe(3);
    expect(await ids()).not.toContain('second');
    expect(slept).toEqual([10_000, 3_600_000, 3_600_000]);
    // How many, and nothing of what they were; `not yet` of the test before went with the first.
    expect(lines).toEqual([
      `time to live: 2 expired items of ${database.tables.enquiries} were deleted`,
      `time to live: 1 expired items of ${database.tables.enquiries} were deleted`,
    ]);
  });
});
