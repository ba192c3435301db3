import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

const startedAt = Date.parse('2026-02-01T10:00:00.500Z');
let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const put = (key: string, body: string, settings = {}) =>
  store.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...settings }));
const get = (key: string, settings = {}) =>
  store.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...settings }));

describe('A write', () => {
  it('with If-None-Match: * makes an object but replaces none', async () => {
    await put('made-once', 'first', { IfNoneMatch: '*' });
    expect(await refusalOf(put('made-once', 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await (await get('made-once')).Body?.transformToString()).toBe('first');
  });

  it('with If-Match replaces the object of that entity tag alone', async () => {
    const first = await put('moved', 'first');
    await put('moved', 'second', { IfMatch: first.ETag });
    expect(await refusalOf(put('moved', 'third', { IfMatch: first.ETag }))).toBe('412 PreconditionFailed');
    expect(await refusalOf(put('never-there', 'x', { IfMatch: first.ETag }))).toBe('404 NoSuchKey');
    expect(await (await get('moved')).Body?.transformToString()).toBe('second');
  });

  it('with If-None-Match of an entity tag is refused, as S3 does', async () => {
    expect(await refusalOf(put('x', 'x', { IfNoneMatch: '"abc"' }))).toBe('501 NotImplemented');
  });

  it('of a deletion heeds If-Match too', async () => {
    await put('kept', 'x');
    const command = new DeleteObjectCommand({ Bucket: bucket, Key: 'kept', IfMatch: '"other"' });
    expect(await refusalOf(store.client.send(command))).toBe('412 PreconditionFailed');
    await get('kept');
  });

  it('at the same moment as others is won by exactly one, and leaves one file (F11)', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      put('lease', `holder ${index}`, { IfNoneMatch: '*' }).then(
        () => index,
        () => undefined,
      ),
    );
    const winners = (await Promise.all(attempts)).filter((index) => index !== undefined);
    expect(winners).toHaveLength(1);
    expect(await (await get('lease')).Body?.transformToString()).toBe(`holder ${winners[0]}`);

    const { ETag: before } = await get('lease');
    const moves = Array.from({ length: 20 }, (_, index) =>
      put('lease', `next ${index}`, { IfMatch: before }).then(
        () => 1,
        () => 0,
      ),
    );
    expect((await Promise.all(moves)).reduce<number>((total, won) => total + won, 0)).toBe(1);
    const records = (await filesOf(store.directory)).filter((file) => file.endsWith('.json'));
    expect(await filesOf(store.directory)).toHaveLength(records.length * 2);
  });
});

describe('A read', () => {
  it('is 304 for what the reader has', async () => {
    const { ETag } = await put('fresh', 'x', { CacheControl: 'max-age=60' });
    expect(await refusalOf(get('fresh', { IfNoneMatch: ETag }))).toMatch(/^304 /);
    expect(await refusalOf(get('fresh', { IfNoneMatch: `"other", ${ETag}` }))).toMatch(/^304 /);
    expect((await get('fresh', { IfNoneMatch: '"other"' })).ETag).toBe(ETag);
    const { LastModified } = await get('fresh');
    expect(await refusalOf(get('fresh', { IfModifiedSince: LastModified }))).toMatch(/^304 /);
    const earlier = new Date((LastModified?.getTime() ?? startedAt) - 1000);
    expect((await get('fresh', { IfModifiedSince: earlier })).ETag).toBe(ETag);
    const head = new HeadObjectCommand({ Bucket: bucket, Key: 'fresh', IfNoneMatch: ETag });
    expect(await refusalOf(store.client.send(head))).toMatch(/^304 /);
  });

  it('lets an entity tag decide before a date', async () => {
    const { ETag } = await put('decided', 'x');
    const { LastModified } = await get('decided');
    const read = await get('decided', { IfNoneMatch: '"other"', IfModifiedSince: LastModified });
    expect(read.ETag).toBe(ETag);
    const earlier = new Date((LastModified?.getTime() ?? startedAt) - 1000);
    expect((await get('decided', { IfMatch: ETag, IfUnmodifiedSince: earlier })).ETag).toBe(ETag);
  });

  it('is refused where its precondition does not hold', async () => {
    await put('guarded', 'x');
    const { LastModified } = await get('guarded');
    const earlier = new Date((LastModified?.getTime() ?? startedAt) - 1000);
    expect(await refusalOf(get('guarded', { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
    expect(await refusalOf(get('guarded', { IfUnmodifiedSince: earlier }))).toBe('412 PreconditionFailed');
  });
});
