import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ChecksumAlgorithm,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, clientOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

type Store = Awaited<ReturnType<typeof startStoreUnderTest>>;
let store: Store;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const put = (key: string, body: string | Buffer | Readable, settings = {}) =>
  store.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...settings }));
const get = (key: string, settings = {}) =>
  store.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...settings }));
const head = (key: string, settings = {}) =>
  store.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ...settings }));

describe('PutObject and GetObject', () => {
  it('give back the bytes, their entity tag and the checksum that the SDK sends by default', async () => {
    const bytes = Buffer.from('{"version":"1"}');
    const stored = await put('manifest.json', bytes);
    const read = await get('manifest.json');
    expect(await read.Body?.transformToString()).toBe('{"version":"1"}');
    expect(stored.ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
    expect(read).toMatchObject({ ETag: stored.ETag, ContentLength: 15, ChecksumCRC32: stored.ChecksumCRC32 });
    expect(stored.ChecksumCRC32).toHaveLength(8);
  });

  it('take a stream, whose checksum comes in the trailer of an aws-chunked body', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index));
    const stored = await put('streamed', Readable.from(pieces), {
      ContentLength: 400_000,
      ContentEncoding: 'gzip',
    });
    const read = await get('streamed');
    expect(Buffer.from((await read.Body?.transformToByteArray()) ?? [])).toEqual(Buffer.concat(pieces));
    expect(read).toMatchObject({ ContentEncoding: 'gzip', ChecksumCRC32: stored.ChecksumCRC32 });
  });

  it.each<ChecksumAlgorithm>(['CRC32', 'SHA1', 'SHA256'])('store the checksum %s', async (algorithm) => {
    const stored = await put(`sum-${algorithm}`, 'summed', { ChecksumAlgorithm: algorithm });
    const name = `Checksum${algorithm}` as const;
    expect(await head(`sum-${algorithm}`, { ChecksumMode: 'ENABLED' })).toMatchObject({
      ChecksumType: 'FULL_OBJECT',
      [name]: Object.entries(stored).find(([key]) => key === name)?.[1] ?? 'missing',
    });
  });

  it('refuse contents that their checksum or MD5 does not fit', async () => {
    const wrong = Buffer.alloc(4).toString('base64');
    expect(await refusalOf(put('wrong', 'text', { ChecksumCRC32: wrong }))).toBe('400 BadDigest');
    expect(await refusalOf(put('wrong', 'text', { ChecksumCRC32: 'no checksum' }))).toBe('400 InvalidDigest');
    const md5 = createHash('md5').update('other').digest('base64');
    expect(await refusalOf(put('wrong', 'text', { ContentMD5: md5 }))).toBe('400 BadDigest');
    expect(await refusalOf(get('wrong'))).toBe('404 NoSuchKey');
  });

  it('keep what describes the contents', async () => {
    const described = {
      ContentType: 'application/json',
      ContentEncoding: 'gzip',
      ContentDisposition: 'attachment; filename="workcentres.json"',
      ContentLanguage: 'en-AU',
      CacheControl: 'no-store',
      Metadata: { generated: '2026-02-01', empty: '' },
    };
    await put('described', 'x', described);
    expect(await head('described')).toMatchObject({ ...described, ContentLength: 1, AcceptRanges: 'bytes' });
    await put('described', 'y');
    const replaced = await head('described');
    expect(replaced).toMatchObject({ ContentType: 'application/octet-stream', Metadata: {} });
    expect(replaced.CacheControl).toBeUndefined();
  });

  it('take any key that S3 takes', async () => {
    const keys = [
      'a b/ü*.json',
      '../../etc/passwd',
      'a//b',
      '.',
      'x/',
      '😀',
      '%2e%2e',
      'con',
      'a+b&c=d?e#f',
      'k'.repeat(1024),
    ];
    for (const key of keys) await put(key, key);
    for (const key of keys) expect(await (await get(key)).Body?.transformToString()).toBe(key);
    expect(await refusalOf(put('k'.repeat(1025), ''))).toBe('400 KeyTooLongError');
  });

  it('take an empty object', async () => {
    await put('empty', '');
    const read = await get('empty');
    expect(await read.Body?.transformToString()).toBe('');
    expect(read.ContentLength).toBe(0);
    expect(await refusalOf(get('empty', { Range: 'bytes=0-0' }))).toBe('416 InvalidRange');
  });

  it('refuse metadata beyond 2 KB', async () => {
    expect(await refusalOf(put('metadata', '', { Metadata: { note: 'n'.repeat(2048) } }))).toBe(
      '400 MetadataTooLarge',
    );
  });

  it('answer for a key and a bucket that are not there', async () => {
    expect(await refusalOf(get('absent'))).toBe('404 NoSuchKey');
    expect(await refusalOf(head('absent'))).toBe('404 NotFound');
    expect(await refusalOf(get('x', { Bucket: 'absent' }))).toBe('404 NoSuchBucket');
    expect(await refusalOf(get('x', { Bucket: 'Not_A_Bucket' }))).toBe('400 InvalidBucketName');
    expect(await refusalOf(store.client.send(new HeadBucketCommand({ Bucket: 'absent' })))).toBe(
      '404 NotFound',
    );
    await store.client.send(new HeadBucketCommand({ Bucket: bucket }));
  });
});

describe('GetObject of a range', () => {
  beforeAll(() => put('digits', '0123456789'));

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('gives %s', async (range, text, contentRange) => {
    const read = await get('digits', { Range: range });
    expect(await read.Body?.transformToString()).toBe(text);
    expect(read).toMatchObject({ ContentRange: contentRange, ContentLength: text.length });
    expect(read.$metadata.httpStatusCode).toBe(206);
  });

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('takes %s for no range', async (range) => {
    expect(await (await get('digits', { Range: range })).Body?.transformToString()).toBe('0123456789');
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('refuses %s, which lies outside', async (range) => {
    expect(await refusalOf(get('digits', { Range: range }))).toBe('416 InvalidRange');
  });
});

describe('DeleteObject', () => {
  it('removes an object, and agrees that one is not there', async () => {
    await put('gone', 'x');
    const remove = () => store.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
    await remove();
    expect(await refusalOf(get('gone'))).toBe('404 NoSuchKey');
    await remove();
  });
});

describe('What only S3 itself does', () => {
  it('is refused, not passed over', async () => {
    expect(await refusalOf(put('x', 'x', { ServerSideEncryption: 'AES256' }))).toBe('501 NotImplemented');
    expect(await refusalOf(put('x', 'x', { StorageClass: 'GLACIER' }))).toBe('501 NotImplemented');
    expect(await refusalOf(get('digits', { VersionId: '1' }))).toBe('501 NotImplemented');
    const crc64 = clientOf(store.endpoint);
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: 'x',
      Body: 'x',
      ChecksumCRC64NVME: 'AAAAAAAAAAA=',
    });
    expect(await refusalOf(crc64.send(command))).toBe('501 NotImplemented');
  });
});
