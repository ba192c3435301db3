import {
  DeleteObjectsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, refusalOf, startStoreUnderTest } from './store-under-test.ts';

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

// In the order of UTF-8 bytes, which is not that of JavaScript's strings: U+FF5E comes before U+1F600.
const keys = [
  'a&b',
  'catalogue/',
  'catalogue/1.json',
  'catalogue/2.json',
  'export/1/a',
  'export/2/b',
  'manifest',
  'z\r',
  '～',
  '😀',
];

const list = (settings = {}) => store.client.send(new ListObjectsV2Command({ Bucket: bucket, ...settings }));
const pagesOf = async (pageSize: number, settings = {}) => {
  const pages: Awaited<ReturnType<typeof list>>[] = [];
  const all = paginateListObjectsV2({ client: store.client, pageSize }, { Bucket: bucket, ...settings });
  for await (const page of all) pages.push(page);
  return pages;
};
const keysOf = ({ Contents = [] }: Awaited<ReturnType<typeof list>>) => Contents.map(({ Key }) => Key);

beforeAll(async () => {
  for (const key of [...keys].reverse()) {
    await store.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: key }));
  }
});

describe('ListObjectsV2', () => {
  it('lists all keys in the order of their bytes', async () => {
    const page = await list();
    expect(keysOf(page)).toEqual(keys);
    expect(page).toMatchObject({ KeyCount: keys.length, IsTruncated: false, MaxKeys: 1000, Name: bucket });
    expect(page.Contents?.[0]).toMatchObject({
      Size: 3,
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: ['CRC32'],
    });
  });

  it('lists keys of a prefix, and rolls up what follows a delimiter', async () => {
    expect(keysOf(await list({ Prefix: 'catalogue/' }))).toEqual(keys.slice(1, 4));
    const page = await list({ Delimiter: '/' });
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'catalogue/' }, { Prefix: 'export/' }]);
    expect(keysOf(page)).toEqual(['a&b', 'manifest', 'z\r', '～', '😀']);
    const below = await list({ Delimiter: '/', Prefix: 'export/' });
    expect(below.CommonPrefixes).toEqual([{ Prefix: 'export/1/' }, { Prefix: 'export/2/' }]);
    expect((await list({ Prefix: 'nothing' })).KeyCount).toBe(0);
  });

  it.each([1, 2, 3, 7])('goes on page after page of %i without losing or repeating a key', async (size) => {
    const found = (await pagesOf(size)).flatMap(keysOf);
    expect(found).toEqual(keys);
  });

  it.each([1, 2, 3])('goes on after a rolled-up prefix, in pages of %i', async (size) => {
    const pages = await pagesOf(size, { Delimiter: '/' });
    expect(pages.flatMap(keysOf)).toEqual(['a&b', 'manifest', 'z\r', '～', '😀']);
    expect(pages.flatMap(({ CommonPrefixes = [] }) => CommonPrefixes)).toHaveLength(2);
  });

  it('starts after a key, and encodes keys when asked', async () => {
    expect(keysOf(await list({ StartAfter: 'export/2/b' }))).toEqual(keys.slice(6));
    expect(keysOf(await list({ EncodingType: 'url', StartAfter: 'manifest' }))[0]).toBe('z%0D');
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  it('refuses a token that is none, and the older operation', async () => {
    expect(await refusalOf(list({ ContinuationToken: '../x' }))).toBe('400 InvalidArgument');
    expect(await refusalOf(store.client.send(new ListObjectsCommand({ Bucket: bucket })))).toBe(
      '501 NotImplemented',
    );
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

  it('removes the named keys, also those that XML has to escape', async () => {
    const { Deleted } = await remove(['a&b', 'z\r', 'not there']);
    expect(Deleted).toEqual([{ Key: 'a&b' }, { Key: 'z\r' }, { Key: 'not there' }]);
    expect(keysOf(await list())).toEqual(keys.filter((key) => key !== 'a&b' && key !== 'z\r'));
    expect((await remove(['manifest'], { Quiet: true })).Deleted).toBeUndefined();
  });

  it('takes 1000 keys full of entities and no more', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `&<>&&&${index}`);
    expect((await remove(many)).Deleted).toHaveLength(1000);
    expect(await refusalOf(remove([...many, 'one more']))).toBe('400 MalformedXML');
    expect(await refusalOf(remove([]))).toBe('400 MalformedXML');
  });
});
