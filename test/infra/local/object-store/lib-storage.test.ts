import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { GetObjectCommand, GetObjectTaggingCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const Bucket = bucket;
const mebibyte = 1024 ** 2;
const get = async (Key: string) => {
  const { Body, ...described } = await store.client.send(new GetObjectCommand({ Bucket, Key }));
  return { ...described, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
};
const upload = (Key: string, Body: string | Buffer | Readable, settings = {}, leavePartsOnError = false) =>
  new Upload({
    client: store.client,
    queueSize: 2,
    leavePartsOnError,
    params: { Bucket, Key, Body, ContentType: 'application/gzip', ...settings },
  });
const openUploads = async () =>
  (await store.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];

describe('A streamed upload of the SDK', () => {
  it.each(['', 'small'])('puts "%s", which fits into one part, at once', async (text) => {
    const done = await upload('small', Readable.from([Buffer.from(text)]), { Tagging: 'a=1' }).done();
    expect(done.ETag).toBe(`"${createHash('md5').update(text).digest('hex')}"`);
    expect(await get('small')).toMatchObject({ bytes: Buffer.from(text), TagCount: 1 });
  });

  it('sends a stream of unknown length in parts of 5 MiB, each with its checksum', async () => {
    const pieces = Array.from({ length: 23 }, () => randomBytes(mebibyte));
    const Tagging = 'publication=superseded';
    const done = await upload('large', Readable.from(pieces), { Tagging, ContentEncoding: 'gzip' }).done();
    expect(done).toMatchObject({ Bucket, Key: 'large', ChecksumType: 'COMPOSITE' });
    expect(done.ETag).toMatch(/-5"$/);
    expect(done.ChecksumCRC32).toMatch(/-5$/);
    const { bytes, ...described } = await get('large');
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
    expect(described).toMatchObject({
      ContentType: 'application/gzip',
      ContentEncoding: 'gzip',
      TagCount: 1,
    });
    const { TagSet } = await store.client.send(new GetObjectTaggingCommand({ Bucket, Key: 'large' }));
    expect(TagSet).toEqual([{ Key: 'publication', Value: 'superseded' }]);
    expect(await openUploads()).toEqual([]);
  });

  it('whose length is a multiple of the part is the same bytes', async () => {
    const pieces = Array.from({ length: 10 }, () => randomBytes(mebibyte));
    await upload('even', Readable.from(pieces)).done();
    expect((await get('even')).bytes.equals(Buffer.concat(pieces))).toBe(true);
  });

  it.each(['SHA256', 'SHA1'])('takes the checksum %s', async (ChecksumAlgorithm) => {
    await upload('summed', Readable.from([randomBytes(6 * mebibyte)]), { ChecksumAlgorithm }).done();
    expect((await get('summed')).bytes).toHaveLength(6 * mebibyte);
  });

  it('heeds If-None-Match when it is completed, and leaves no upload where that does not hold', async () => {
    await upload('once', 'first').done();
    const second = upload('once', Readable.from([randomBytes(6 * mebibyte)]), { IfNoneMatch: '*' });
    expect(await refusalOf(second.done())).toBe('412 PreconditionFailed');
    expect((await get('once')).bytes.toString()).toBe('first');
    expect(await openUploads()).toEqual([]);
  });

  it('leaves nothing when it is aborted', async () => {
    const before = await filesOf(store.directory);
    const body = new PassThrough();
    const aborted = upload('aborted', body);
    const progressed = new Promise((resolve) => aborted.on('httpUploadProgress', resolve));
    const done = aborted.done();
    body.write(randomBytes(6 * mebibyte));
    await progressed;
    await aborted.abort();
    await expect(done).rejects.toThrow('Upload aborted.');
    body.destroy();
    await expect.poll(openUploads).toEqual([]);
    await expect.poll(() => filesOf(store.directory)).toEqual(before);
  });

  it('leaves nothing when its source fails', async () => {
    const before = await filesOf(store.directory);
    async function* failing() {
      yield randomBytes(6 * mebibyte);
      throw new Error('the table was throttled');
    }
    await expect(upload('failed', Readable.from(failing())).done()).rejects.toThrow(
      'the table was throttled',
    );
    // A part that was under way may be dropped a moment later.
    await expect.poll(openUploads).toEqual([]);
    await expect.poll(() => filesOf(store.directory)).toEqual(before);
  });
});
