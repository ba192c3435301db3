import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, refusalOf, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

// In the order of UTF-8 bytes, which is not that of JavaScript's strings: U+FF5E comes before U+1F600.
const keys = ['a&b', 'export/1/a', 'export/2/b', 'export0', 'manifest', 'z\r', '～', '😀'];

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
  store.createBucket('another');
  for (const Bucket of [bucket, 'another'])
    for (const Key of keys.toReversed())
      await store.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});
afterAll(() => store[Symbol.asyncDispose]());

const list = (settings = {}) => store.client.send(new ListObjectsV2Command({ Bucket: bucket, ...settings }));
const keysOf = ({ Contents = [] }: Awaited<ReturnType<typeof list>>) => Contents.map(({ Key }) => Key);

describe('ListObjectsV2', () => {
  it('lists all keys of a bucket in the order of their bytes', async () => {
    const page = await list();
    expect(keysOf(page)).toEqual(keys);
    expect(page).toMatchObject({ KeyCount: keys.length, IsTruncated: false, MaxKeys: 1000, Name: bucket });
    expect(page.Contents?.[0]).toMatchObject({
      Size: 3,
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: ['CRC32'],
    });
  });

  it('lists the keys with a prefix', async () => {
    expect(keysOf(await list({ Prefix: 'export/' }))).toEqual(['export/1/a', 'export/2/b']);
    expect((await list({ Prefix: 'nothing' })).KeyCount).toBe(0);
  });

  it.each([1, 2, 3, 7])('continues page after page of %i without losing or repeating a key', async (size) => {
    const pages = paginateListObjectsV2({ client: store.client, pageSize: size }, { Bucket: bucket });
    expect((await Array.fromAsync(pages)).flatMap(keysOf)).toEqual(keys);
  });

  it('rejects a wrong token, and lists nothing if nothing is wanted', async () => {
    expect(await refusalOf(list({ ContinuationToken: '../x' }))).toBe('400 InvalidArgument');
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('DeleteObjects', () => {
  const remove = (removed: string[], settings = {}) =>
    store.client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: removed.map((Key) => ({ Key })), ...settings },
      }),
    );

  it('removes the named keys, including those that XML has to escape', async () => {
    const { Deleted } = await remove(['a&b', 'z\r', 'not there']);
    expect(Deleted).toEqual([{ Key: 'a&b' }, { Key: 'z\r' }, { Key: 'not there' }]);
    expect(keysOf(await list())).toEqual(keys.filter((key) => key !== 'a&b' && key !== 'z\r'));
    expect(keysOf(await list({ Bucket: 'another' }))).toEqual(keys);
    expect((await remove(['manifest'], { Quiet: true })).Deleted).toBeUndefined();
  });

  it('accepts 1000 keys full of entities and no more', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `&<>&&&${index}`);
    expect((await remove(many)).Deleted).toHaveLength(1000);
    expect(await refusalOf(remove([...many, 'one more']))).toBe('400 MalformedXML');
    expect(await refusalOf(remove([]))).toBe('400 MalformedXML');
  });
});
