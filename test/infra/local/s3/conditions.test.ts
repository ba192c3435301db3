import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, filesOf, refusalOf, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const put = (key: string, body: string, settings = {}) =>
  store.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...settings }));
const get = (key: string, settings = {}) =>
  store.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...settings }));
const textOf = async (key: string) => (await get(key)).Body?.transformToString();

describe('A write', () => {
  it('with If-None-Match: * creates an object but replaces none', async () => {
    await put('made-once', 'first', { IfNoneMatch: '*' });
    expect(await refusalOf(put('made-once', 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await textOf('made-once')).toBe('first');
  });

  it('with If-Match only replaces the object with that entity tag', async () => {
    const first = await put('moved', 'first');
    await put('moved', 'second', { IfMatch: first.ETag });
    expect(await refusalOf(put('moved', 'third', { IfMatch: first.ETag }))).toBe('412 PreconditionFailed');
    expect(await refusalOf(put('never-there', 'x', { IfMatch: first.ETag }))).toBe('404 NoSuchKey');
    expect(await textOf('moved')).toBe('second');
  });

  it('with If-None-Match of an entity tag is rejected, as with S3', async () => {
    expect(await refusalOf(put('x', 'x', { IfNoneMatch: '"abc"' }))).toBe('501 NotImplemented');
  });

  it('heeds If-Match when it is a deletion too', async () => {
    await put('kept', 'x');
    const command = new DeleteObjectCommand({ Bucket: bucket, Key: 'kept', IfMatch: '"other"' });
    expect(await refusalOf(store.client.send(command))).toBe('412 PreconditionFailed');
    await get('kept');
  });

  it('at the same moment as others is won by exactly one, and leaves one file (F11)', async () => {
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
});

describe('A read', () => {
  it('returns 304 if the reader has the object', async () => {
    const { ETag } = await put('fresh', 'x', { CacheControl: 'max-age=60' });
    expect(await refusalOf(get('fresh', { IfNoneMatch: ETag }))).toMatch(/^304 /);
    expect(await refusalOf(get('fresh', { IfNoneMatch: `"other", ${ETag}` }))).toMatch(/^304 /);
    expect((await get('fresh', { IfNoneMatch: '"other"' })).ETag).toBe(ETag);
    const head = new HeadObjectCommand({ Bucket: bucket, Key: 'fresh', IfNoneMatch: ETag });
    expect(await refusalOf(store.client.send(head))).toMatch(/^304 /);
  });

  it('compares entity tags only, and no dates', async () => {
    const { ETag } = await put('decided', 'x');
    const { LastModified } = await get('decided');
    expect((await get('decided', { IfNoneMatch: '"other"', IfModifiedSince: LastModified })).ETag).toBe(ETag);
    expect((await get('decided', { IfModifiedSince: LastModified })).ETag).toBe(ETag);
  });

  it('is rejected if the object has another entity tag', async () => {
    await put('guarded', 'x');
    expect(await refusalOf(get('guarded', { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
  });
});
