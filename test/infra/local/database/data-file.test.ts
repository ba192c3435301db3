import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { examineDataFile, UnusableDataFile } from '../../../../infra/local/database/data-file.ts';
import { startEmbeddedDynamoDb } from '../../../../infra/local/database/engine.ts';
import { createTables } from '../../../../infra/local/database/tables.ts';
import { clientOf, tableProperties } from './engine-under-test.ts';

let folder: string;
let whole: string;
let file: string;

/** Writes a database of several hundred pages with the engine. */
const writeWhole = async (dataFile: string) => {
  const engine = await startEmbeddedDynamoDb({ dataFile });
  const client = clientOf(engine.endpoint);
  await createTables(client, [{ name: 'things', properties: tableProperties }]);
  for (let batch = 0; batch < 20; batch++) {
    const things = Array.from({ length: 25 }, (_, item) => ({
      PutRequest: { Item: { id: `${batch}-${item}`, text: 'x'.repeat(1_000) } },
    }));
    await client.send(new BatchWriteCommand({ RequestItems: { things } }));
  }
  client.destroy();
  await engine.close();
};

const flip = async (offset: number) => {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from([0xff]), 0, 1, offset);
  await handle.close();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waypost-data-file-'));
  whole = join(folder, 'whole.sqlite');
  await writeWhole(whole);
});
beforeEach(async () => {
  file = join(folder, 'database.sqlite');
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  await copyFile(whole, file);
});
afterAll(() => rm(folder, { recursive: true }));

const damages: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
  ['truncated in its header', () => truncate(file, 50), /database\.sqlite cannot be used: .*malformed/],
  ['truncated later', () => truncate(file, 200_000), /database\.sqlite .*malformed/],
  ['not a database', () => writeFile(file, 'No database.'.repeat(100)), /file is not a database/],
  [
    'changed in the format version of its header',
    () => flip(18),
    /cannot be used: attempt to write a readonly/,
  ],
  ['corrupt in its first page', () => flip(103), /malformed/],
  ['corrupt in a later page', () => flip(4_100), /is damaged|malformed/],
];

describe("the embedded engine's data file", () => {
  it('is accepted if it is intact, empty or missing', async () => {
    await examineDataFile(file);
    await examineDataFile(join(folder, 'missing.sqlite'));
    await writeFile(file, '');
    await examineDataFile(file);
  });

  it.each(damages)('G13 is rejected with advice if it is %s', async (_, damage, message) => {
    await damage();
    const started = startEmbeddedDynamoDb({ dataFile: file });
    await expect(started).rejects.toThrow(UnusableDataFile);
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toThrow(/^[^\n]*Restore it from a copy[^\n]*$/);
  });

  it('G13 is rejected if it was written by a newer release', async () => {
    const change = new DatabaseSync(file);
    change.exec("UPDATE _config SET value = '10' WHERE key = 'schema_version'");
    change.close();
    await expect(examineDataFile(file)).rejects.toThrow(
      /newer release .*format 10, but this release reads up to 9/,
    );
  });

  it('G24 is opened once another process has stopped using it', async () => {
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.prepare('SELECT * FROM _config').all();
      console.log('open');
      setInterval(() => {}, 1_000);
    `;
    const other = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void other.kill('SIGKILL'));
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    const examined = examineDataFile(file);
    const first = await Promise.race([examined.then(() => 'examined'), delay(300, 'waits')]);
    other.kill('SIGKILL');
    expect(first).toBe('waits');
    await examined;
    await ended;
  });
});
