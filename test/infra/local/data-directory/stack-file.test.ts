import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readStackFile,
  removeStackFile,
  type StackFile,
  UnreadableStackFile,
  writeStackFile,
} from '../../../../infra/local/data-directory/stack-file.ts';

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

describe('the stack file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'waypost-stack-file-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is read as it was written, and gone once removed', async () => {
    const missing = path.join(directory, 'new');
    expect(await readStackFile(missing)).toBeUndefined();
    await writeStackFile(missing, stack);
    expect(await readStackFile(missing)).toEqual(stack);
    await removeStackFile(missing);
    await removeStackFile(missing);
    expect(await readStackFile(missing)).toBeUndefined();
  });

  it('is for its owner alone, whatever was there before', async () => {
    await writeFile(path.join(directory, 'stack.json'), '', { mode: 0o644 });
    await writeStackFile(directory, stack);
    expect((await stat(path.join(directory, 'stack.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['stack.json']);
  });

  it.each(['', '{"pid":', '{}', '{"pid":0}', '[]'])('is not taken for one when it holds %j', async (text) => {
    await writeFile(path.join(directory, 'stack.json'), text);
    await expect(readStackFile(directory)).rejects.toThrow(UnreadableStackFile);
  });
});
