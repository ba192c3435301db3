import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../shared/data-access/importing/import-report.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { fileOf, locationLine } from '../support/networks/import-lines.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { describedStack, isLocationStored, openStackStores } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

const soon = { timeout: 100_000, interval: 100 };

const linesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => locationLine(`L${first + index}`, { services: [] }));

let dataDirectory: string;
let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  ({ dataDirectory } = stack);
});
afterAll(() => stack.remove());

const statusOf = async (id: string) =>
  (await httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres/${id}` })).status;

describe('a file put into the import bucket of a running stack', () => {
  const put = async (Key: string, Body: string | Buffer, mode: 'replace' | 'merge') => {
    using stores = await openStackStores(dataDirectory);
    const { s3, importBucket: Bucket } = stores;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, Metadata: { mode } }));
  };
  const reportOf = async (key: string): Promise<ImportReport | undefined> => {
    using stores = await openStackStores(dataDirectory);
    const { s3, importBucket: Bucket } = stores;
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: reportKeyOf(key) }));
      return importReport.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };

  it('is imported, reported and served', async () => {
    const lines = [...linesOf(0, 2), { ...locationLine('BAD'), type: 'KIOSK' }];
    await put('locations/first.ndjson', fileOf(lines), 'replace');

    await expect
      .poll(() => reportOf('locations/first.ndjson'), soon)
      .toMatchObject({
        status: 'imported',
        summary: { read: 3, added: 2, failed: 1 },
        badLines: [{ line: 3 }],
      });
    await expect.poll(() => statusOf('L1'), soon).toBe(200);
    expect(await statusOf('BAD')).toBe(404);
  });

  it('is imported if compressed, and if its name needs URL encoding', async () => {
    const key = 'locations/spring & autumn+ü.ndjson.gz';
    await put(key, gzipSync(fileOf(linesOf(2, 1))), 'merge');

    await expect
      .poll(() => reportOf(key), soon)
      .toMatchObject({ file: key, status: 'imported', mode: 'merge', summary: { added: 1 } });
    await expect.poll(() => statusOf('L2'), soon).toBe(200);
    expect(await statusOf('L1')).toBe(200);
  });

  it('is resumed after a kill and restart, followed by the next file', async () => {
    const [key, nextKey] = ['locations/large.ndjson', 'locations/next.ndjson'];
    const count = 300;
    // The engine rejects the last location until the stack is killed, so that the import cannot finish earlier.
    const { databaseFile } = dataFilesIn(dataDirectory);
    using database = new DatabaseSync(databaseFile, { timeout: 5_000 });
    const { tables } = await describedStack(dataDirectory);
    database.exec(
      `CREATE TRIGGER hold BEFORE INSERT ON "${tables.locations}" WHEN NEW.item_json LIKE '%"L${count - 1}"%'
       BEGIN SELECT RAISE(ABORT, 'held'); END`,
    );
    // The file also contains the published locations, because a network without them would not be published.
    await put(key, fileOf(linesOf(0, count)), 'replace');
    await put(nextKey, fileOf(linesOf(count, 1)), 'merge');
    await expect.poll(() => isLocationStored(dataDirectory, 'L100'), { ...soon, interval: 10 }).toBe(true);
    const atKill = await reportOf(key);
    await stack.stop('SIGKILL');
    database.exec('DROP TRIGGER hold');
    database.close();
    stack = await startOwnStack(dataDirectory);

    expect(atKill).toMatchObject({ status: 'importing' });
    await expect
      .poll(() => reportOf(key), soon)
      .toMatchObject({ status: 'imported', line: count, startedAt: atKill?.startedAt });
    const { summary } = importReport.parse(await reportOf(key));
    expect(summary).toMatchObject({ read: count, removed: 0, failed: 0 });
    expect(summary.unchanged).toBeGreaterThan(3);
    expect(summary.added).toBe(count - summary.unchanged);
    expect(summary.added).toBeGreaterThan(0);
    await expect
      .poll(() => reportOf(nextKey), soon)
      .toMatchObject({ status: 'imported', summary: { added: 1 } });
    await expect.poll(() => statusOf(`L${count}`), soon).toBe(200);
    expect(await statusOf(`L${count - 1}`)).toBe(200);
  }, 300_000);
});

describe('waypost import on a running stack', () => {
  const importFile = async (kind: string, content: string | Buffer, ...options: readonly string[]) => {
    const file = join(dataDirectory, `${kind}.ndjson`);
    await writeFile(file, content);
    return runWaypost(['import', kind, file, '--data-dir', dataDirectory, ...options]);
  };
  const [one, two, three] = fixtureNetwork.locations;
  if (!one || !two || !three) throw new Error('the fixture has too few locations');

  it('imports the valid lines of a file, reports the number and fault of each invalid line, and exits with 3', async () => {
    const bad = { ...two, type: 'KIOSK' };
    const lines = `${JSON.stringify(one)}\n${JSON.stringify(bad)}\n{"location_code":\n\n${JSON.stringify(three)}\n`;
    const { status, stderr } = await importFile('locations', lines, '--force');
    expect(status).toBe(3);
    expect(stderr).toMatch(/:2: .*type.*PO, UPL/);
    expect(stderr).toMatch(/:3: .*JSON/);
    expect(await statusOf(one.location_code)).toBe(200);
    expect(await statusOf(two.location_code)).toBe(404);
    expect(await statusOf(three.location_code)).toBe(200);
  });

  it('continues after --no-wait, and can be followed with the object key that it prints', async () => {
    const { stdout } = await importFile('locations', gzipSync(fileOf([two])), '--merge', '--no-wait');
    const followed = await runWaypost(['import', 'follow', stdout.trim(), '--json'], {
      environment: { WAYPOST_DATA_DIR: dataDirectory },
    });
    expect(followed.status).toBe(0);
    expect(JSON.parse(followed.stdout)).toMatchObject({ kind: 'locations', added: 1, removed: 0 });
    expect(await statusOf(two.location_code)).toBe(200);
  });
});
