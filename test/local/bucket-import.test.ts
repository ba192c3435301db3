import { gzipSync } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { documentClient } from '../../shared/data-access/clients.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../shared/data-access/importing/import-report.ts';
import { locationKey } from '../../shared/data-access/location-table.ts';
import { fileOf, locationLine } from '../support/networks/import-lines.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const soon = { timeout: 100_000, interval: 100 };

const linesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => locationLine(`L${first + index}`, { services: [] }));

describe('a file that is put into the import bucket of a running stack', () => {
  let dataDirectory: string;
  let stack: StackProcess;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
    stack = await startStackProcess({ dataDirectory, assemblyOf: inject('sharedStack').dataDirectory });
  });
  afterAll(async () => {
    await stack.stop();
    await removeDataDirectory(dataDirectory);
  });

  const openStackFile = async () => {
    const described = await readStackFile(dataDirectory);
    if (!described) throw new Error('no stack runs');
    return described;
  };
  /** The bucket as its owner reaches it: by the stack file alone. */
  const openBucket = async () => {
    const {
      objectStoreEndpoint: endpoint,
      region,
      credentials,
      importBucket: Bucket,
    } = await openStackFile();
    return { Bucket, client: new S3Client({ endpoint, region, credentials, forcePathStyle: true }) };
  };
  const put = async (Key: string, Body: string | Buffer, mode: 'replace' | 'merge') => {
    const { Bucket, client } = await openBucket();
    await client.send(new PutObjectCommand({ Bucket, Key, Body, Metadata: { mode } }));
    client.destroy();
  };
  const reportOf = async (key: string): Promise<ImportReport | undefined> => {
    const { Bucket, client } = await openBucket();
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: reportKeyOf(key) }));
      return importReport.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  };
  const isStored = async (locationCode: string): Promise<boolean> => {
    const { dynamoDbEndpoint: endpoint, region, credentials, tables } = await openStackFile();
    const client = documentClient({ endpoint, region, credentials });
    try {
      const { Item } = await client.send(
        new GetCommand({
          TableName: tables.locations,
          Key: { ...locationKey(locationCode) },
          ConsistentRead: true,
        }),
      );
      return Item !== undefined;
    } finally {
      client.destroy();
    }
  };
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

  it('may be compressed, and have a name that a URL would encode', async () => {
    const key = 'locations/spring & autumn+ü.ndjson.gz';
    await put(key, gzipSync(fileOf(linesOf(2, 1))), 'merge');

    await expect
      .poll(() => reportOf(key), soon)
      .toMatchObject({ file: key, status: 'imported', mode: 'merge', summary: { added: 1 } });
    await expect.poll(() => statusOf('L2'), soon).toBe(200);
    expect(await statusOf('L1')).toBe(200);
  });

  /** Number of locations that the tests so far have put: an attempt more needs some that are not stored yet. */
  let known = 3;

  // A test that is held up kills too late, when all is imported.
  it('goes on after a kill in its middle and a new start, and the file behind it has its turn', {
    timeout: 300_000,
    retry: 2,
  }, async () => {
    const before = known;
    const key = `locations/large after ${before}.ndjson`;
    const keyBehind = `locations/behind ${before}.ndjson`;
    // Long enough that it is not at its end before the kill.
    const count = before + 3_000;
    known = count + 1;
    // With those that are published: it would not be published without them.
    await put(key, fileOf(linesOf(0, count)), 'replace');
    await put(keyBehind, fileOf(linesOf(count, 1)), 'merge');
    await expect.poll(() => isStored(`L${before + 100}`), { ...soon, interval: 10 }).toBe(true);
    const atKill = await reportOf(key);
    await stack.stop('SIGKILL');

    stack = await startStackProcess({ dataDirectory });

    expect(atKill).toMatchObject({ status: 'importing' });
    await expect
      .poll(() => reportOf(key), soon)
      .toMatchObject({ status: 'imported', line: count, startedAt: atKill?.startedAt });
    const { summary } = importReport.parse(await reportOf(key));
    expect(summary).toMatchObject({ read: count, removed: 0, failed: 0 });
    // Some was stored before the kill, and some was not.
    expect(summary.unchanged).toBeGreaterThan(before + 100);
    expect(summary.added).toBe(count - summary.unchanged);
    expect(summary.added).toBeGreaterThan(0);
    await expect
      .poll(() => reportOf(keyBehind), soon)
      .toMatchObject({ status: 'imported', summary: { added: 1 } });
    await expect.poll(() => statusOf(`L${count}`), soon).toBe(200);
    expect(await statusOf(`L${count - 1}`)).toBe(200);
  });
});
