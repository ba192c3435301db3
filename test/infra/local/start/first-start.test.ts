import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type DataDirectory,
  loadingMark,
  openDataDirectory,
} from '../../../../infra/local/data-directory/data-directory.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import {
  beginFirstUse,
  provideLocatorKey,
  provideReadyMadeKey,
  publishIfUnpublished,
} from '../../../../infra/local/start/first-start.ts';
import { keyLookup } from '../../../../shared/data-access/access/key-repository.ts';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { services } from '../../../../shared/domain/access/service.ts';
import { keyOperator } from '../../../support/key-operator.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { publishNetwork } from '../../../support/networks/publish-network.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { newDirectory } from '../new-directory.ts';

const embedded = await startEmbeddedTables();
afterAll(() => embedded.close());

const freshDirectory = async (): Promise<DataDirectory> => {
  const directory = await openDataDirectory(await newDirectory());
  onTestFinished(() => directory.release());
  return directory;
};

const collectReports = () => {
  const reported: string[] = [];
  return { reported, report: (line: string) => void reported.push(line) };
};

describe('the first use of a data directory', () => {
  /** Prepares the directory as a start does, and returns the reported lines. */
  const begin = async (directory: DataDirectory, loadSample: boolean) => {
    const { reported, report } = collectReports();
    const file = join(directory.path, 'tables.json');
    const tables = Object.entries(embedded.tables).map(([role, name]) => [role, { name, properties: {} }]);
    await writeFile(file, JSON.stringify(Object.fromEntries(tables)));
    await beginFirstUse({ directory, documents: embedded.client, loadSample, report }, pathToFileURL(file));
    return reported;
  };
  const rowsOf = async (TableName: string) =>
    (await embedded.client.send(new ScanCommand({ TableName }))).Items ?? [];
  const keys = { billers: { kind: 'BILLER', code: '1' }, enquiries: { id: 'E1' } };
  const store = async (role: keyof typeof keys) => {
    const [TableName, item] = [embedded.tables[role], keys[role]];
    await embedded.client.send(new PutCommand({ TableName, Item: item }));
    onTestFinished(async () => {
      await embedded.client.send(new DeleteCommand({ TableName, Key: item }));
    });
  };
  const markerOf = (directory: DataDirectory) =>
    readFile(directory.initialisedFile, 'utf8').catch(() => undefined);

  it.each(['billers', 'enquiries'] as const)(
    'keeps the rows of %s and recreates the marker if it is missing',
    async (role) => {
      const directory = await freshDirectory();
      await store(role);
      const [line] = await begin(directory, true);
      expect(line).toContain(
        `initialised.json was missing and has been written again. The tables contain data (${role})`,
      );
      expect(line).toContain('--data-dir');
      expect(await markerOf(directory)).toBe('{"sample":false}');
      expect(await rowsOf(embedded.tables[role])).toEqual([keys[role]]);
      expect(await begin(directory, true)).toEqual([]);
    },
  );

  it('fails if the tables are empty but the buckets are not', async () => {
    const directory = await freshDirectory();
    await mkdir(directory.objectsDirectory);
    await writeFile(join(directory.objectsDirectory, randomUUID()), 'contents');
    await expect(begin(directory, true)).rejects.toThrow(/^The tables are empty, but .*Restore/);
    expect(await markerOf(directory)).toBeUndefined();
  });

  it('fails without the sample if a previous start was killed while loading it', async () => {
    const directory = await freshDirectory();
    await store('billers');
    await writeFile(directory.initialisedFile, loadingMark);
    const rejected = begin(directory, false);
    await expect(rejected).rejects.toThrow(`${directory.path} contains only a part of the sample network, `);
    await expect(rejected).rejects.toThrow(/Start without --empty .*, or name another folder: .*--data-dir/);
    expect(await rowsOf(embedded.tables.billers)).toHaveLength(1);
    // A start with the sample can still complete the load.
    expect(await markerOf(directory)).toBe(loadingMark);
  });

  it('if the sample is not wanted, only marks the directory as used', async () => {
    const directory = await freshDirectory();
    expect(await begin(directory, false)).toEqual([]);
    expect(await markerOf(directory)).toBe('{"sample":false}');
    expect(await begin(directory, true)).toEqual([]);
    expect(await rowsOf(embedded.tables.billers)).toEqual([]);
  });

  it('does not load the sample if the marker cannot be read', async () => {
    const directory = await freshDirectory();
    await mkdir(directory.initialisedFile);
    await expect(begin(directory, true)).rejects.toThrow(directory.initialisedFile);
  });
});

describe('a stored network', () => {
  const network = { locations: postOffices(30), capabilities: [aCapability(1)] };
  let bucket: LocalBucket;
  beforeEach(async () => {
    bucket = await startLocalBucket();
    onTestFinished(() => bucket.close());
  });

  /** Starts with a publisher that publishes the network or, if a result is given, only returns that result. */
  const start = async (returned?: Invocation) => {
    const { reported, report } = collectReports();
    const invoke = async (): Promise<Invocation> =>
      returned ?? { kind: 'result', payload: await publishNetwork(bucket, network) };
    const publication = { publisherFunction: 'Publisher', dataDirectory: '/srv/my waypost', report };
    await publishIfUnpublished({ ...publication, bucket, invoke });
    return reported;
  };

  it.each([
    ['nothing is published', async () => {}],
    ['the manifest is damaged', () => bucket.put('manifest.json', '{"cut')],
    ['the manifest has another format', () => bucket.put('manifest.json', '{"format":99}')],
  ])('is published once if %s', async (_fault, arrange) => {
    await arrange();
    expect(await start()).toEqual(['Publishing the network']);
    expect(await start()).toEqual([]);
  });

  it.each<[Invocation, string]>([
    [{ kind: 'timed-out' }, 'the publisher timed out'],
    [
      { kind: 'failed', errorType: 'StoreUnavailable', errorMessage: 'writing failed (no space)' },
      'StoreUnavailable: writing failed (no space)',
    ],
    [
      { kind: 'result', payload: { status: 'held', kind: 'locations' } },
      'an unfinished import or restore, or a rollback, blocks publications',
    ],
    [{ kind: 'result', payload: { status: 'refused', why: 'W', locations: 0, previousLocations: 1 } }, 'W'],
    [{ kind: 'result', payload: { status: 'unknown' } }, 'the publisher returned an unexpected response'],
  ])('is reported as unpublished if the publisher returns %j', async (returned, shown) => {
    expect((await start(returned))[1]).toBe(
      `The network was not published: ${shown}. To publish it: npx waypost publish --data-dir '/srv/my waypost'`,
    );
  });
});

describe('a key in the data directory', () => {
  const idIn = (token: string) => parseKeyToken(token.trim())?.keyId ?? '';
  const keyOf = (token: string) =>
    keyLookup({ client: embedded.client, tableName: embedded.tables.apiKeys }).find(idIn(token));
  const prepare = async () => {
    const directory = await freshDirectory();
    const { reported, report } = collectReports();
    const start = { directory, documents: embedded.client, report };
    const read = () => readFile(directory.keyFile, 'utf8');
    const provideAfter = (days: number) =>
      provideReadyMadeKey(start, embedded.tables, () => new Date(Date.now() + days * 86_400_000));
    const provideAt = (port: string) => provideLocatorKey(start, embedded.tables, port);
    return { directory, reported, read, provideAfter, provideAt };
  };

  it('is issued once for its owner, and reported if it is no longer valid', async () => {
    const { directory, reported, read, provideAfter } = await prepare();
    expect(await provideAfter(0)).toBe(true);
    const key = await read();
    expect(await provideAfter(0)).toBe(true);
    expect(await read()).toBe(key);
    expect(reported).toEqual([]);

    await keyOperator(embedded).revoke(idIn(key));
    for (const other of [key, '', 'by-hand\n', key.replace('wp_test', 'wp_live')]) {
      await writeFile(directory.keyFile, other);
      expect(await provideAfter(0)).toBe(false);
      expect(await read()).toBe(other);
    }
    const line = `The key in ${directory.keyFile} is not valid for this stack. To get a new one, remove the file and start again`;
    expect(reported).toEqual([line, line, line, line]);

    await rm(directory.keyFile);
    await mkdir(directory.keyFile);
    await expect(provideAfter(0)).rejects.toThrow(directory.keyFile);
  });

  it('is valid for 90 days, and replaced in the last 30 days', async () => {
    const { directory, reported, read, provideAfter } = await prepare();
    await provideAfter(0);
    const first = await keyOf(await read());
    expect(first).toMatchObject({ plan: 'partner', scopes: services });
    const days = (Date.parse(first?.expiresAt ?? '') - Date.parse(first?.createdAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(90, 5);
    expect(await provideAfter(59)).toBe(true);
    expect(await keyOf(await read())).toEqual(first);
    expect(reported).toEqual([]);

    expect(await provideAfter(61)).toBe(true);
    const second = await keyOf(await read());
    expect(second?.keyId).not.toBe(first?.keyId);
    expect(second).toMatchObject({ plan: 'partner', status: 'ACTIVE' });
    expect(reported).toEqual([
      `The key in ${directory.keyFile} expires at ${first?.expiresAt}. The file has a new key; the old key is valid until then`,
    ]);
  });

  it('is issued once for the locator, and updated to the address of each start', async () => {
    const { directory, provideAt } = await prepare();
    const first = await provideAt('3000');
    expect(first).toMatch(/^wp_web_/);
    const issued = await keyOf(first);
    expect(issued).toMatchObject({
      scopes: ['locations-v3:search'],
      plan: 'browser',
      sandbox: true,
      origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    });
    expect(issued).not.toHaveProperty('expiresAt');
    expect(await provideAt('3000')).toBe(first);
    expect(await keyOf(first)).toEqual(issued);
    expect(await provideAt('80')).toBe(first);
    expect((await keyOf(first))?.origins).toEqual(['http://localhost', 'http://127.0.0.1']);

    await keyOperator(embedded).revoke(idIn(first));
    const second = await provideAt('3000');
    expect(await keyOf(second)).toMatchObject({ status: 'ACTIVE', origins: issued?.origins });
    await writeFile(directory.locatorKeyFile, 'by-hand\n');
    expect(await provideAt('3000')).not.toBe(second);
  });
});
