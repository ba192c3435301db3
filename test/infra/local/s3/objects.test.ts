import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, errorOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
const store = await startStoreUnderTest();
afterAll(() => store[Symbol.asyncDispose]());
const { put, get, head, textOf, keys } = store;

describe('PutObject and GetObject', () => {
  it('return the contents and the ETag of a stream with its checksum in an aws-chunked trailer', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index));
    const described = { ContentLength: 400_000, ContentEncoding: 'gzip' };
    const { ETag } = await put('streamed', Readable.from(pieces), described);
    const read = await get('streamed');
    const contents = Buffer.from((await read.Body?.transformToByteArray()) ?? []);
    expect(contents).toEqual(Buffer.concat(pieces));
    expect(ETag).toBe(`"${createHash('md5').update(contents).digest('hex')}"`);
    expect(read).toMatchObject({ ETag, ...described });
  });

  it('reject contents with a wrong checksum', async () => {
    const wrong = Buffer.alloc(4).toString('base64');
    expect(await errorOf(put('wrong', 'text', { ChecksumCRC32: wrong }))).toBe('400 BadDigest');
    expect(await errorOf(get('wrong'))).toBe('404 NoSuchKey');
  });

  it('store content headers and metadata', async () => {
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
    const all = [...odd, 'k'.repeat(1024)];
    for (const key of all) await put(key);
    for (const key of all) expect(await textOf(key)).toBe(key);
    expect(await errorOf(put('k'.repeat(1025), ''))).toBe('400 KeyTooLongError');
  });

  it('accept an empty object', async () => {
    await put('empty', '');
    expect(await textOf('empty')).toBe('');
    expect(await errorOf(get('empty', { Range: 'bytes=0-0' }))).toBe('416 InvalidRange');
  });

  it('return 404 for a missing key or bucket', async () => {
    expect(await errorOf(get('absent'))).toBe('404 NoSuchKey');
    expect(await errorOf(get('x', { Bucket: 'absent' }))).toBe('404 NoSuchBucket');
  });
});

describe('GetObject with a range', () => {
  beforeAll(() => put('digits', '0123456789'));

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
  ])('returns %s', async (Range, text, ContentRange) => {
    const read = await get('digits', { Range });
    expect(await read.Body?.transformToString()).toBe(text);
    expect(read).toMatchObject({ ContentRange, ContentLength: text.length });
    expect(read.$metadata.httpStatusCode).toBe(206);
  });

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('ignores %s', async (Range) => {
    expect(await textOf('digits', { Range })).toBe('0123456789');
  });

  it.each(['bytes=10-', 'bytes=10-12'])('rejects %s, which is out of range', async (Range) => {
    expect(await errorOf(get('digits', { Range }))).toBe('416 InvalidRange');
  });
});

describe('A conditional write', () => {
  it('with If-None-Match: *, creates an object but does not overwrite one', async () => {
    await put('created', 'first', { IfNoneMatch: '*' });
    expect(await errorOf(put('created', 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await textOf('created')).toBe('first');
  });

  it('with If-Match, replaces only an object with this ETag', async () => {
    const { ETag: IfMatch } = await put('moved', 'first');
    await put('moved', 'second', { IfMatch });
    expect(await errorOf(put('moved', 'third', { IfMatch }))).toBe('412 PreconditionFailed');
    expect(await errorOf(put('never-there', 'x', { IfMatch }))).toBe('404 NoSuchKey');
    expect(await textOf('moved')).toBe('second');
  });

  it('succeeds for exactly one of many concurrent writers, and leaves one file (F11)', async () => {
    const before = await filesOf(store.directory);
    const race = async (name: string, settings: object) => {
      const attempts = Array.from({ length: 20 }, (_, index) =>
        put('lease', `${name} ${index}`, settings).then(
          () => [index],
          () => [],
        ),
      );
      return (await Promise.all(attempts)).flat();
    };
    const winners = await race('holder', { IfNoneMatch: '*' });
    expect(winners).toHaveLength(1);
    expect(await textOf('lease')).toBe(`holder ${winners[0]}`);
    expect(await race('next', { IfMatch: (await get('lease')).ETag })).toHaveLength(1);
    expect(await filesOf(store.directory)).toHaveLength(before.length + 1);
  });

  it('also compares the ETag when it deletes an object', async () => {
    await put('kept');
    const command = new DeleteObjectCommand({ Bucket, Key: 'kept', IfMatch: '"other"' });
    expect(await errorOf(store.client.send(command))).toBe('412 PreconditionFailed');
    await get('kept');
  });
});

it('A conditional read compares ETags but not dates', async () => {
  const { ETag = '' } = await put('fresh');
  const { LastModified } = await head('fresh');
  for (const IfNoneMatch of [ETag, `"other", ${ETag}`]) {
    expect(await errorOf(get('fresh', { IfNoneMatch }))).toMatch(/^304 /);
    expect(await errorOf(head('fresh', { IfNoneMatch }))).toMatch(/^304 /);
  }
  expect((await get('fresh', { IfNoneMatch: '"other"', IfModifiedSince: LastModified })).ETag).toBe(ETag);
  expect((await get('fresh', { IfModifiedSince: LastModified })).ETag).toBe(ETag);
  expect(await errorOf(get('fresh', { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
});

it('DeleteObject removes an object, and also succeeds if there is none', async () => {
  await put('gone');
  for (const _ of [1, 2]) await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  expect(await errorOf(get('gone'))).toBe('404 NoSuchKey');
});

describe('ListObjectsV2', () => {
  // Keys in UTF-8 byte order, which differs from the order of JavaScript strings: U+FF5E comes before U+1F600.
  const listed = ['a&b', 'export/1/a', 'export/2/b', 'export0', 'manifest', 'z\r', '～', '😀'];
  const of = { Bucket: 'listed' };

  beforeAll(async () => {
    store.createBucket('listed');
    for (const key of listed.toReversed()) await put(key, key, of);
  });

  it('lists the keys of a bucket in byte order, filtered by prefix', async () => {
    const page = await store.client.send(new ListObjectsV2Command(of));
    const { length } = listed;
    expect(page).toMatchObject({ KeyCount: length, IsTruncated: false, MaxKeys: 1000, Name: 'listed' });
    expect(page.Contents?.[0]).toMatchObject({ Size: 3, StorageClass: 'STANDARD' });
    expect(await keys(of)).toEqual(listed);
    expect(await keys({ ...of, Prefix: 'export/' })).toEqual(['export/1/a', 'export/2/b']);
    expect(await keys({ ...of, Prefix: 'nothing' })).toEqual([]);
  });

  it.each([1, 3])('paginates in pages of %i keys, without omitting or repeating any', async (pageSize) => {
    // The paginator modifies its input.
    const paginator = paginateListObjectsV2({ client: store.client, pageSize }, { ...of });
    const pages = await Array.fromAsync(paginator);
    expect(pages).toHaveLength(Math.ceil(listed.length / pageSize));
    expect(pages.flatMap(({ Contents = [] }) => Contents.map(({ Key }) => Key))).toEqual(listed);
  });

  it('rejects an invalid continuation token', async () => {
    expect(await errorOf(keys({ ContinuationToken: '../x' }))).toBe('400 InvalidArgument');
  });
});

const of = { Bucket, Key: 'x' };

it.each([
  ['encryption', new PutObjectCommand({ ...of, ServerSideEncryption: 'AES256' })],
  ['an MD5', new PutObjectCommand({ ...of, ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })],
  ['a checksum other than CRC32', new PutObjectCommand({ ...of, ChecksumAlgorithm: 'SHA256' })],
  ['If-None-Match with an ETag', new PutObjectCommand({ ...of, IfNoneMatch: '"abc"' })],
  ['a version', new GetObjectCommand({ ...of, VersionId: '1' })],
  ['If-Unmodified-Since', new GetObjectCommand({ ...of, IfUnmodifiedSince: new Date() })],
  ['ListObjects version 1', new ListObjectsCommand({ Bucket })],
  ['a delimiter', new ListObjectsV2Command({ Bucket, Delimiter: '/' })],
  ['HeadBucket', new HeadBucketCommand({ Bucket })],
  ['DeleteObjects', new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'x' }] } })],
])('rejects an unsupported feature: %s', async (_, command) => {
  // The overloads of `send` do not accept a union of commands.
  const send: (each: never) => Promise<unknown> = store.client.send.bind(store.client);
  expect(await errorOf(send(command as never))).toMatch(/^501 /);
});
