import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forkStore } from './forked-store.ts';
import { bucket, clientOf } from './store-under-test.ts';

const Bucket = bucket;
const mebibyte = Buffer.alloc(1024 ** 2, 'waypost ');
const mebibytes = 50;
const md5 = createHash('md5');
for (let count = 0; count < mebibytes; count += 1) md5.update(mebibyte);
const entityTag = `"${md5.digest('hex')}"`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterAll(() => rm(directory, { recursive: true }));

const contents = () => Readable.from(Array.from({ length: mebibytes }, () => mebibyte));

const readThrough = async (body: unknown): Promise<number> => {
  if (!(body instanceof Readable)) throw new Error('the body is no stream');
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  return bytes;
};

/**
 * Megabytes that V8 lets buffers grow by before it collects those that are garbage, and some more. What is held beside
 * them has to be more than that to be seen, whenever it is that garbage is collected.
 */
const garbage = 150;

describe('Objects of 50 MB', () => {
  it('pass through in both directions without being held in memory', async () => {
    await using store = await forkStore(directory);
    const client = clientOf(store.endpoint);
    const put = (Key: string) =>
      client.send(
        new PutObjectCommand({ Bucket, Key, Body: contents(), ContentLength: mebibytes * mebibyte.length }),
      );
    const get = async (Key: string) =>
      readThrough((await client.send(new GetObjectCommand({ Bucket, Key }))).Body);

    await client.send(new PutObjectCommand({ Bucket, Key: 'small', Body: 'small' }));
    const before = await store.peakMegabytes();
    const keys = ['one', 'two', 'three', 'four'];
    for (const { ETag } of await Promise.all(keys.map(put))) expect(ETag).toBe(entityTag);
    for (const bytes of await Promise.all([...keys, ...keys].map(get)))
      expect(bytes).toBe(mebibytes * mebibyte.length);
    // 600 MB have passed, 200 and 400 of them at once.
    expect((await store.peakMegabytes()) - before).toBeLessThan(garbage);
    client.destroy();
  });
});

describe('An object of 200 MB', () => {
  it('comes together from parts without being held in memory', async () => {
    await using store = await forkStore(directory);
    const client = clientOf(store.endpoint);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const of = { Bucket, Key: 'parts', UploadId };
    const before = await store.peakMegabytes();
    const Parts = [];
    const Body = Buffer.concat(Array.from({ length: 50 }, () => mebibyte));
    for (const PartNumber of [1, 2, 3, 4]) {
      const { ETag } = await client.send(new UploadPartCommand({ ...of, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...of, MultipartUpload: { Parts } }));
    expect((await store.peakMegabytes()) - before).toBeLessThan(garbage);
    client.destroy();
  });
});
