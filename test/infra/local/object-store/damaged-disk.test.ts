import { mkdir, mkdtemp, open, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFileName } from '../../../../infra/local/object-store/storage/object-records.ts';
import { forkStore } from './forked-store.ts';
import { bucket, clientOf, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(() => rm(directory, { recursive: true, maxRetries: 5 }));

/** Changes one bit in the middle of the contents of the only object. */
const flipBit = async () => {
  const [name = ''] = await readdir(join(directory, bucket, 'data'));
  const file = await open(join(directory, bucket, 'data', name), 'r+');
  const at = Math.floor((await file.stat()).size / 2);
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: at });
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
  await file.close();
};

describe('Contents that the disk has changed', () => {
  it('are sent, and the SDK finds out by the stored checksum', async () => {
    const { client, stop } = await startStoreUnderTest({ directory });
    const get = new GetObjectCommand({ Bucket, Key: 'catalogue' });
    await client.send(new PutObjectCommand({ Bucket, Key: 'catalogue', Body: Buffer.alloc(100_000, 'a') }));
    await flipBit();
    const { Body } = await client.send(get);
    await expect(Body?.transformToByteArray()).rejects.toThrow('Checksum mismatch');
    const plain = await fetch(await getSignedUrl(client, get));
    expect(plain.status).toBe(200);
    expect(await plain.text()).toMatch(/^a{50000}`a{49999}$/);
    await stop();
  });

  it('are sent after an upload in parts, where the SDK has no checksum of the whole to find out by', async () => {
    const { client, stop } = await startStoreUnderTest({ directory });
    const body = Buffer.alloc(6 * 1024 ** 2, 'a');
    await new Upload({ client, params: { Bucket, Key: 'export', Body: body } }).done();
    await flipBit();
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'export' }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes).toHaveLength(body.length);
    expect(bytes.equals(body)).toBe(false);
    await stop();
  });
});

describe('A disk that is full', () => {
  it('leaves the former object and nothing of the new one (G12)', async () => {
    await using store = await forkStore(directory, { isFull: true });
    const client = clientOf(store.endpoint);
    const put = (Body: string | Buffer) => client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body }));
    await put('former');
    const before = await filesOf(directory);
    const large = Buffer.alloc(1024 ** 2);
    expect(await refusalOf(put(large))).toBe('503 ServiceUnavailable');
    expect(await filesOf(directory)).toEqual(before);

    const of = { Bucket, Key: 'kept' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(of));
    const part = new UploadPartCommand({ ...of, UploadId, PartNumber: 1, Body: large });
    expect(await refusalOf(client.send(part))).toBe('503 ServiceUnavailable');
    await client.send(new AbortMultipartUploadCommand({ ...of, UploadId }));
    expect(await filesOf(directory)).toEqual(before);

    const { Body } = await client.send(new GetObjectCommand(of));
    expect(await Body?.transformToString()).toBe('former');
    await put('newer');
    client.destroy();
  });

  it('at the moment of the record leaves the former object and its tags too', async () => {
    const { client, stop } = await startStoreUnderTest({ directory });
    const of = { Bucket, Key: 'kept' };
    const put = (Body: string, settings = {}) =>
      client.send(new PutObjectCommand({ ...of, Body, ...settings }));
    const tag = () =>
      client.send(new PutObjectTaggingCommand({ ...of, Tagging: { TagSet: [{ Key: 'b', Value: '2' }] } }));
    await put('former', { Tagging: 'a=1' });
    const before = await filesOf(directory);
    // A folder in its place lets the record be written no more than a full disk does.
    const inTheWay = join(directory, bucket, 'objects', `${recordFileName('kept')}.unfinished`);
    await mkdir(inTheWay);
    expect(await refusalOf(put('newer'))).toBe('500 InternalError');
    expect(await refusalOf(tag())).toBe('500 InternalError');
    expect(await filesOf(directory)).toEqual(before);
    const { Body, TagCount } = await client.send(new GetObjectCommand(of));
    expect([await Body?.transformToString(), TagCount]).toEqual(['former', 1]);

    await rmdir(inTheWay);
    await tag();
    const { TagSet } = await client.send(new GetObjectTaggingCommand(of));
    expect(TagSet).toEqual([{ Key: 'b', Value: '2' }]);
    await put('newer');
    expect(await filesOf(directory)).toHaveLength(2);
    await stop();
  });
});
