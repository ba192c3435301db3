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
import { fileOf, locationLine } from '../support/networks/import-lines.ts';
import { describedStack, isLocationStored, openStackStores } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

const soon = { timeout: 100_000, interval: 100 };

const linesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => locationLine(`L${first + index}`, { services: [] }));

describe('a file put into the import bucket of a running stack', () => {
  let dataDirectory: string;
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startOwnStack();
    ({ dataDirectory } = stack);
  });
  afterAll(() => stack.remove());

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
  const isStored = (locationCode: string) => isLocationStored(dataDirectory, locationCode);
  const statusOf = async (id: string) =>
    (await httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres/${id}` })).status;

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
    const count = 1_000;
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
    await expect.poll(() => isStored('L100'), { ...soon, interval: 10 }).toBe(true);
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
