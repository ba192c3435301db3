import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type DataDirectory, openDataDirectory } from '../../../infra/local/data-directory.ts';
import { provideReadyMadeKey, provideSample } from '../../../infra/local/first-start.ts';
import type { FunctionHost } from '../../../infra/local/functions/function-host.ts';
import { parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { startEmbeddedTables } from '../../support/embedded-tables.ts';
import { keyOperator } from '../../support/key-operator.ts';
import { unreachableTable } from '../../support/unreachable-table.ts';

const { client: documents } = unreachableTable();
const functions: FunctionHost = {
  invoke: async () => ({ kind: 'timed-out' }),
  invokeStreaming: async () => ({ kind: 'timed-out' }),
  close: async () => {},
};

const description = {
  pid: 1,
  startedAt: '2026-11-21T00:00:00.000Z',
  dynamoDbEndpoint: 'http://127.0.0.1:1',
  objectStoreEndpoint: 'http://127.0.0.1:1',
  controlEndpoint: 'http://127.0.0.1:1',
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  tables: {
    locations: 'l',
    capabilities: 'c',
    billers: 'b',
    enquiries: 'e',
    apiKeys: 'k',
    apiKeyEvents: 'v',
    apiKeyUse: 'u',
  },
  publishedBucket: 'published',
  importBucket: 'imports',
  publisherFunction: 'Publisher',
  catalogueCheckSeconds: 1,
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
  await provideSample({ directory, description, documents, functions, loadSample: true, report });
  return reported;
};

it('a data directory that was used gets no sample', async () => {
  const directory = await freshDirectory();
  await writeFile(directory.initialisedFile, '{"sample":false}');
  expect(await provide(directory)).toEqual([]);
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
  await expect(provideReadyMadeKey({ directory, documents, description, report })).rejects.toThrow(
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
    description: { ...description, tables: embedded.tables },
    report: (line: string) => void told.push(line),
  };
  await provideReadyMadeKey(start);
  const key = await readFile(directory.keyFile, 'utf8');
  await provideReadyMadeKey(start);
  expect(told).toEqual([]);

  await keyOperator(embedded).revoke(parseKeyToken(key.trim())?.keyId ?? '');
  await provideReadyMadeKey(start);
  for (const other of ['', 'by-hand\n', key.replace('wp_test', 'wp_live')]) {
    await writeFile(directory.keyFile, other);
    await provideReadyMadeKey(start);
    expect(await readFile(directory.keyFile, 'utf8')).toBe(other);
  }
  expect(told).toHaveLength(4);
  expect(new Set(told)).toEqual(
    new Set([
      `The key in ${directory.keyFile} does not open this stack. Remove the file and start again for a new one`,
    ]),
  );
});
