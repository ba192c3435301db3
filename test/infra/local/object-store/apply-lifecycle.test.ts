import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bucket, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
const obsolete = { key: 'publication', value: 'obsolete' };
const writtenAt = new Date().toISOString();
/** Midnight, UTC, so many days after the day that the test's objects are written on. */
const midnightAfter = (days: number) => Date.parse(`${writtenAt.slice(0, 10)}T00:00:00Z`) + days * 86_400_000;

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeEach(async () => {
  store = await startStoreUnderTest({ now: () => Date.parse(writtenAt) });
});
afterEach(() => store[Symbol.asyncDispose]());

const put = (Key: string, settings = {}) =>
  store.client.send(new PutObjectCommand({ Bucket, Key, Body: Key, ...settings }));
const keys = async () =>
  (await store.client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];

describe('An expiration', () => {
  const rule = { prefix: 'versions/', tags: [obsolete, { key: 'a', value: '1' }], expirationDays: 2 };
  const all = { prefix: '', tags: [], expirationDays: 2 };

  it('comes at the first midnight, UTC, after its days have gone by since the object was written', async () => {
    await put('versions/1');
    const before = await store.applyLifecycle(bucket, [all], midnightAfter(3) - 1);
    expect(before).toEqual({ expiredKeys: [], abortedKeys: [] });
    expect(await keys()).toEqual(['versions/1']);
    const { expiredKeys } = await store.applyLifecycle(bucket, [all], midnightAfter(3));
    expect(expiredKeys).toEqual(['versions/1']);
    expect(await filesOf(store.directory)).toEqual([]);
  });

  it('is for objects that meet every filter of one rule', async () => {
    await put('versions/tagged', { Tagging: 'a=1&publication=obsolete&more=x' });
    await put('versions/half-tagged', { Tagging: 'publication=obsolete' });
    await put('versions/other-value', { Tagging: 'a=2&publication=obsolete' });
    await put('elsewhere', { Tagging: 'a=1&publication=obsolete' });
    const { expiredKeys } = await store.applyLifecycle(bucket, [rule], midnightAfter(100));
    expect(expiredKeys).toEqual(['versions/tagged']);
    expect(await keys()).toEqual(['elsewhere', 'versions/half-tagged', 'versions/other-value']);
  });

  it('counts from when the object was written, however late it is tagged', async () => {
    await put('versions/1');
    const TagSet = [{ Key: 'publication', Value: 'obsolete' }];
    await store.client.send(new PutObjectTaggingCommand({ Bucket, Key: 'versions/1', Tagging: { TagSet } }));
    const tagged = { ...all, tags: [obsolete] };
    const { expiredKeys } = await store.applyLifecycle(bucket, [tagged], midnightAfter(3));
    expect(expiredKeys).toEqual(['versions/1']);
  });

  it('does not come to what is written while the sweep runs', async () => {
    const former = Array.from({ length: 20 }, (_, index) => `versions/${index}`);
    for (const key of former) await put(key);
    const rewritten = former.filter((_, index) => index % 2 === 0);
    const [{ expiredKeys }] = await Promise.all([
      store.applyLifecycle(bucket, [all], midnightAfter(3)),
      ...rewritten.map((key) => put(key, { Body: 'newer' })),
    ]);
    expect(expiredKeys).toEqual(expect.arrayContaining(former.filter((key) => !rewritten.includes(key))));
    expect(await keys()).toEqual(rewritten.toSorted());
    for (const Key of rewritten) {
      const { Body } = await store.client.send(new GetObjectCommand({ Bucket, Key }));
      expect(await Body?.transformToString()).toBe('newer');
    }
    expect(await filesOf(store.directory)).toHaveLength(2 * rewritten.length);
  });
});

describe('An unfinished upload', () => {
  const rule = { prefix: 'versions/', tags: [], abortUploadDays: 1 };
  const begin = async (Key: string) => {
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await store.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' }));
    return { Bucket, Key, UploadId };
  };
  const open = async () =>
    (await store.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key) ??
    [];

  it('is aborted after its days, with its parts', async () => {
    const upload = await begin('versions/large');
    await begin('elsewhere');
    await store.applyLifecycle(bucket, [rule], midnightAfter(2) - 1);
    expect(await open()).toEqual(['elsewhere', 'versions/large']);
    const { abortedKeys } = await store.applyLifecycle(bucket, [rule], midnightAfter(2));
    expect(abortedKeys).toEqual(['versions/large']);
    expect(await open()).toEqual(['elsewhere']);
    const next = new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'part' });
    expect(await refusalOf(store.client.send(next))).toBe('404 NoSuchUpload');
    expect((await filesOf(store.directory)).filter((file) => file.includes(upload.UploadId ?? ''))).toEqual(
      [],
    );
  });
});

it('A lifecycle is that of a bucket', async () => {
  await expect(store.applyLifecycle('absent', [])).rejects.toThrow('The bucket does not exist.');
});
