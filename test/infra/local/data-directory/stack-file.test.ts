import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  readStackFile,
  removeStackFile,
  type StackFile,
  UnreadableStackFile,
  writeStackFile,
} from '../../../../infra/local/data-directory/stack-file.ts';
import { newDirectory } from '../new-directory.ts';

const stack: StackFile = {
  pid: 1,
  apiUrl: 'http://127.0.0.1:3000',
  dynamoDbEndpoint: 'http://127.0.0.1:3001',
  objectStoreEndpoint: 'http://127.0.0.1:3002',
  controlEndpoint: 'http://127.0.0.1:3003',
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  tables: {
    locations: 'l',
    capabilities: 'c',
    locationChanges: 'h',
    billers: 'b',
    enquiries: 'e',
    apiKeys: 'k',
    apiKeyEvents: 'v',
    apiKeyUse: 'u',
  },
  publishedBucket: 'published',
  importBucket: 'imports',
  eventBus: 'waypost-local',
  publisherFunction: 'Publisher',
  catalogueCheckSeconds: 1,
};

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await newDirectory();
  file = join(directory, 'stack.json');
});

it('the stack file can be read only by its owner, and is absent before and after the stack runs', async () => {
  expect(await readStackFile(directory)).toBeUndefined();
  await writeFile(file, '', { mode: 0o644 });
  await writeStackFile(directory, stack);
  expect(await readStackFile(directory)).toEqual(stack);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(['stack.json']);
  await removeStackFile(directory);
  await removeStackFile(directory);
  expect(await readStackFile(directory)).toBeUndefined();
});

it.each(['', '{"pid":', '{}', JSON.stringify({ ...stack, tables: {} })])('rejects %j', async (text) => {
  await writeFile(file, text);
  await expect(readStackFile(directory)).rejects.toThrow(UnreadableStackFile);
});
