import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, refusalOf, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

let store: StoreUnderTest;
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
const textOf = async (key: string, settings = {}) => (await get(key, settings)).Body?.transformToString();

describe('PutObject and GetObject', () => {
  it('return the bytes, their entity tag and the checksum that the SDK sends by default', async () => {
    const bytes = Buffer.from('{"version":"1"}');
    const stored = await put('manifest.json', bytes);
    const read = await get('manifest.json');
    expect(await read.Body?.transformToString()).toBe('{"version":"1"}');
    expect(stored.ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
    expect(read).toMatchObject({ ETag: stored.ETag, ContentLength: 15, ChecksumCRC32: stored.ChecksumCRC32 });
    expect(stored.ChecksumCRC32).toHaveLength(8);
  });

  it('accept a stream, whose checksum comes in the trailer of an aws-chunked body', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index));
    const described = { ContentLength: 400_000, ContentEncoding: 'gzip' };
    const { ChecksumCRC32 } = await put('streamed', Readable.from(pieces), described);
    const read = await get('streamed');
    expect(Buffer.from((await read.Body?.transformToByteArray()) ?? [])).toEqual(Buffer.concat(pieces));
    expect(read).toMatchObject({ ...described, ChecksumCRC32 });
    expect(await head('streamed', { ChecksumMode: 'ENABLED' })).toMatchObject({
      ChecksumCRC32,
      ChecksumType: 'FULL_OBJECT',
    });
  });

  it('reject contents that do not match their checksum', async () => {
    const wrong = Buffer.alloc(4).toString('base64');
    expect(await refusalOf(put('wrong', 'text', { ChecksumCRC32: wrong }))).toBe('400 BadDigest');
    expect(await refusalOf(put('wrong', 'text', { ChecksumCRC32: 'no checksum' }))).toBe('400 InvalidDigest');
    expect(await refusalOf(get('wrong'))).toBe('404 NoSuchKey');
  });

  it('keep the headers that describe the contents', async () => {
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

  it('accept any key that S3 accepts', async () => {
    const odd = ['a b/ü*.json', '../../etc/passwd', 'a//b', '.', 'x/', '😀', '%2e%2e', 'a+b&c=d?e#f', 'n\0l'];
    const keys = [...odd, 'k'.repeat(1024)];
    for (const key of keys) await put(key, key);
    for (const key of keys) expect(await textOf(key)).toBe(key);
    expect(await refusalOf(put('k'.repeat(1025), ''))).toBe('400 KeyTooLongError');
  });

  it('accept an empty object', async () => {
    await put('empty', '');
    expect(await textOf('empty')).toBe('');
    expect((await head('empty')).ContentLength).toBe(0);
    expect(await refusalOf(get('empty', { Range: 'bytes=0-0' }))).toBe('416 InvalidRange');
  });

  it('return 404 for a key and a bucket that do not exist', async () => {
    expect(await refusalOf(get('absent'))).toBe('404 NoSuchKey');
    expect(await refusalOf(head('absent'))).toBe('404 NotFound');
    expect(await refusalOf(get('x', { Bucket: 'absent' }))).toBe('404 NoSuchBucket');
    expect(await refusalOf(get('x', { Bucket: 'Not_A_Bucket' }))).toBe('404 NoSuchBucket');
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
  ])('returns %s', async (range, text, contentRange) => {
    const read = await get('digits', { Range: range });
    expect(await read.Body?.transformToString()).toBe(text);
    expect(read).toMatchObject({ ContentRange: contentRange, ContentLength: text.length });
    expect(read.$metadata.httpStatusCode).toBe(206);
  });

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('ignores %s', async (range) => {
    expect(await textOf('digits', { Range: range })).toBe('0123456789');
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('rejects %s, which is outside', async (range) => {
    expect(await refusalOf(get('digits', { Range: range }))).toBe('416 InvalidRange');
  });
});

it('DeleteObject removes an object, and succeeds if there is none', async () => {
  await put('gone', 'x');
  for (const _ of [1, 2]) await store.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
  expect(await refusalOf(get('gone'))).toBe('404 NoSuchKey');
});

describe('What is not implemented', () => {
  const of = { Bucket: bucket, Key: 'x' };

  it.each([
    ['encryption', new PutObjectCommand({ ...of, ServerSideEncryption: 'AES256' })],
    ['an MD5', new PutObjectCommand({ ...of, ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })],
    ['a storage class', new PutObjectCommand({ ...of, StorageClass: 'GLACIER' })],
    ['tags of a write', new PutObjectCommand({ ...of, Tagging: 'a=1' })],
    ['a checksum other than CRC32', new PutObjectCommand({ ...of, ChecksumAlgorithm: 'SHA256' })],
    ['a version', new GetObjectCommand({ ...of, VersionId: '1' })],
    ['headers chosen by the reader', new GetObjectCommand({ ...of, ResponseContentType: 'text/html' })],
    ['If-Unmodified-Since', new GetObjectCommand({ ...of, IfUnmodifiedSince: new Date() })],
    ['a copy', new CopyObjectCommand({ ...of, CopySource: `${bucket}/y` })],
    ['a multipart upload', new CreateMultipartUploadCommand(of)],
    ['a part', new UploadPartCommand({ ...of, UploadId: '1', PartNumber: 1, Body: '' })],
    ['reading tags', new GetObjectTaggingCommand(of)],
    ['tagging', new PutObjectTaggingCommand({ ...of, Tagging: { TagSet: [] } })],
    ['the first version of listing', new ListObjectsCommand({ Bucket: bucket })],
    ['a delimiter', new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' })],
  ])('is rejected: %s', async (_, command) => {
    // The overloads of `send` do not accept a union of commands.
    const send: (each: never) => Promise<unknown> = store.client.send.bind(store.client);
    expect(await refusalOf(send(command as never))).toBe('501 NotImplemented');
  });

  it('is rejected without a body: HeadBucket', async () => {
    expect(await refusalOf(store.client.send(new HeadBucketCommand({ Bucket: bucket })))).toMatch(/^501 /);
  });
});
