import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../../../infra/local/data-directory/data-directory.ts';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import {
  finishFirstUse,
  loadSampleOnce,
  provideReadyMadeKey,
  SampleNotLoaded,
} from '../../../../infra/local/start/first-start.ts';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { unreachableTable } from '../../../support/faults/unreachable-table.ts';
import { keyOperator } from '../../../support/key-operator.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const { client: documents } = unreachableTable();
const functions: FunctionHost = {
  invoke: async () => ({ kind: 'timed-out' }),
  invokeStreaming: async () => ({ kind: 'timed-out' }),
  close: async () => {},
};

/** Has a publisher that finds everything as it was. */
const publishing: FunctionHost = {
  ...functions,
  invoke: async () => ({
    kind: 'result',
    payload: { status: 'unchanged', version: '20261121T005810123Z-4f2a9c', locations: 1, capabilities: 1 },
  }),
};

const unusedTables = {
  locations: 'l',
  capabilities: 'c',
  billers: 'b',
  enquiries: 'e',
  apiKeys: 'k',
  apiKeyEvents: 'v',
  apiKeyUse: 'u',
};

const freshDirectory = async (): Promise<DataDirectory> => {
  const directory = await openDataDirectory(await mkdtemp(join(tmpdir(), 'waypost-first-start-')));
  onTestFinished(async () => {
    await directory.release();
    await rm(directory.path, { recursive: true });
  });
  return directory;
};

const provide = async (directory: DataDirectory) => {
  const reported: string[] = [];
  const report = (line: string) => void reported.push(line);
  await loadSampleOnce({ directory, documents, loadSample: true, report });
  return reported;
};

it('a data directory that was used gets no sample', async () => {
  const directory = await freshDirectory();
  await writeFile(directory.initialisedFile, '{"sample":false}');
  expect(await provide(directory)).toEqual([]);
});

const itemOf: Record<keyof typeof unusedTables, Record<string, string | number>> = {
  locations: { bucket: 0, locationCode: 'P1' },
  capabilities: { serviceCode: 1 },
  billers: { kind: 'BILLER', code: '1' },
  enquiries: { id: 'E1' },
  apiKeys: { keyId: 'K1' },
  apiKeyEvents: { keyId: 'K1', event: '1' },
  apiKeyUse: { keyId: 'K1' },
};

describe('a data directory that has lost its mark of use', () => {
  let embedded: EmbeddedTables;
  beforeAll(async () => {
    embedded = await startEmbeddedTables();
  });
  afterAll(() => embedded.close());

  const startOn = async (directory: DataDirectory, loadSample = false, host = functions) => {
    const reported: string[] = [];
    const report = (line: string) => void reported.push(line);
    const described = Object.entries(embedded.tables).map(([role, name]) => [role, { name, properties: {} }]);
    const start = { directory, documents: embedded.client, loadSample, report };
    const use = await loadSampleOnce(start, Object.fromEntries(described));
    await finishFirstUse(use, { ...start, functions: host, publisherFunction: 'Publisher' });
    return reported;
  };
  const rowsOf = async (TableName: string) =>
    (await embedded.client.send(new ScanCommand({ TableName }))).Items ?? [];

  it.each([
    'locations',
    'capabilities',
    'billers',
    'enquiries',
    'apiKeys',
    'apiKeyEvents',
    'apiKeyUse',
  ] as const)('gets it anew, and no sample, where %s hold anything', async (role) => {
    const directory = await freshDirectory();
    const TableName = embedded.tables[role];
    await embedded.client.send(new PutCommand({ TableName, Item: itemOf[role] }));
    const [word] = await startOn(directory, true);
    expect(word).toContain(
      `initialised.json was missing and is written again: the tables hold data (${role})`,
    );
    expect(word).toContain('--data-dir');
    expect(await readFile(directory.initialisedFile, 'utf8')).toBe('{"sample":false}');
    expect(await rowsOf(TableName)).toEqual([itemOf[role]]);
    expect(await startOn(directory, true)).toEqual([]);
    await embedded.client.send(new DeleteCommand({ TableName, Key: itemOf[role] }));
  });

  it('is refused where the tables hold nothing and the buckets do', async () => {
    const directory = await freshDirectory();
    await mkdir(directory.objectsDirectory);
    await writeFile(join(directory.objectsDirectory, randomUUID()), 'contents');
    await expect(startOn(directory, true)).rejects.toThrow(/^The tables hold nothing, though .*Restore/);
    expect(await rowsOf(embedded.tables.locations)).toEqual([]);
  });

  it('is filled where a start was killed while it filled it, and then counts as used', async () => {
    const directory = await freshDirectory();
    const TableName = embedded.tables.billers;
    await embedded.client.send(new PutCommand({ TableName, Item: itemOf.billers }));
    await writeFile(directory.fillingFile, '{}');
    await expect(startOn(directory, true)).rejects.toThrow('The sample was not published: ');
    expect(await rowsOf(embedded.tables.locations)).not.toEqual([]);
    // Left behind as by a kill, and not marked as used: the next start begins again.
    expect(await readFile(directory.fillingFile, 'utf8')).toBe('{}');
    expect(await startOn(directory, true, publishing)).toContain('Loading the sample network');
    await expect(readFile(directory.fillingFile)).rejects.toThrow('ENOENT');
    expect(await readFile(directory.initialisedFile, 'utf8')).toBe('{"sample":true}');
  });

  it('is refused to a start without the sample where a start was killed while it filled it', async () => {
    const directory = await freshDirectory();
    const TableName = embedded.tables.billers;
    await embedded.client.send(new PutCommand({ TableName, Item: itemOf.billers }));
    await writeFile(directory.fillingFile, '{}');
    const before = await rowsOf(TableName);
    const refused = startOn(directory, false);
    await expect(refused).rejects.toThrow(SampleNotLoaded);
    await expect(refused).rejects.toThrow(`${directory.path} holds a part of the sample network: `);
    await expect(refused).rejects.toThrow(/Start without --empty .*, or name another folder: .*--data-dir/);
    expect(await rowsOf(TableName)).toEqual(before);
    // The way out stays open: a start with the sample still does it again.
    expect(await readFile(directory.fillingFile, 'utf8')).toBe('{}');
    await expect(readFile(directory.initialisedFile)).rejects.toThrow('ENOENT');
  });
});

it('a mark of use that cannot be read is an error that names it, and no reason to load the sample', async () => {
  const directory = await freshDirectory();
  await mkdir(directory.initialisedFile);
  await expect(provide(directory)).rejects.toThrow(directory.initialisedFile);
});

it('a ready-made key that cannot be read is an error that names it, and no other is issued', async () => {
  const directory = await freshDirectory();
  await mkdir(directory.keyFile);
  const report = () => {};
  await expect(provideReadyMadeKey({ directory, documents, tables: unusedTables, report })).rejects.toThrow(
    directory.keyFile,
  );
});

it('a ready-made key is issued once, and is told of where it opens nothing any more', async () => {
  const directory = await freshDirectory();
  const embedded = await startEmbeddedTables();
  onTestFinished(() => embedded.close());
  const told: string[] = [];
  const start = {
    directory,
    documents: embedded.client,
    tables: embedded.tables,
    report: (line: string) => void told.push(line),
  };
  expect(await provideReadyMadeKey(start)).toBe(true);
  const key = await readFile(directory.keyFile, 'utf8');
  expect(await provideReadyMadeKey(start)).toBe(true);
  expect(told).toEqual([]);

  await keyOperator(embedded).revoke(parseKeyToken(key.trim())?.keyId ?? '');
  await provideReadyMadeKey(start);
  for (const other of ['', 'by-hand\n', key.replace('wp_test', 'wp_live')]) {
    await writeFile(directory.keyFile, other);
    expect(await provideReadyMadeKey(start)).toBe(false);
    expect(await readFile(directory.keyFile, 'utf8')).toBe(other);
  }
  expect(told).toHaveLength(4);
  expect(new Set(told)).toEqual(
    new Set([
      `The key in ${directory.keyFile} does not open this stack. Remove the file and start again for a new one`,
    ]),
  );
});
