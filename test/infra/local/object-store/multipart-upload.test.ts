import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const Bucket = bucket;
const mebibytes = 1024 ** 2;
const first = randomBytes(5 * mebibytes);
const second = Buffer.from('the last part may be small');

const create = async (Key: string, settings = {}) => {
  const { UploadId } = await store.client.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ...settings }),
  );
  return { Bucket, Key, UploadId };
};
type Upload = Awaited<ReturnType<typeof create>>;

const upload = async (of: Upload, PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
  const { ETag, ChecksumCRC32 } = await store.client.send(new UploadPartCommand({ ...of, PartNumber, Body }));
  return { PartNumber, ETag, ChecksumCRC32 };
};
const complete = (of: Upload, Parts: CompletedPart[], settings = {}) =>
  store.client.send(new CompleteMultipartUploadCommand({ ...of, MultipartUpload: { Parts }, ...settings }));
const abort = (of: Upload) => store.client.send(new AbortMultipartUploadCommand(of));
const get = (Key: string) => store.client.send(new GetObjectCommand({ Bucket, Key }));

describe('A multipart upload', () => {
  it('becomes one object with the entity tag and headers that S3 gives it', async () => {
    const of = await create('whole', { ContentType: 'application/json', Metadata: { a: 'b' } });
    const parts = [
      await upload(of, 2, second),
      await upload(of, 7, second),
      await upload(of, 1, first),
    ].reverse();
    const done = await complete(of, [parts[0] ?? {}, parts[2] ?? {}]);
    const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
    const entityTag = createHash('md5').update(md5(first)).update(md5(second)).digest('hex');
    expect(done).toMatchObject({ ETag: `"${entityTag}-2"`, Bucket, Key: 'whole' });
    const read = await get('whole');
    expect(read).toMatchObject({ ETag: done.ETag, ContentType: 'application/json', Metadata: { a: 'b' } });
    const bytes = Buffer.from((await read.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
    expect(await refusalOf(complete(of, parts))).toBe('404 NoSuchUpload');
    expect((await filesOf(store.directory)).filter((file) => file.includes('uploads'))).toEqual([]);
  });

  it('is completed once by a request that is sent again, and answered as before', async () => {
    const of = await create('again');
    const parts = [await upload(of, 1, first), await upload(of, 2, second)];
    const [done, meanwhile] = await Promise.all([complete(of, parts), complete(of, parts)]);
    const afterwards = await complete(of, parts);
    for (const { ETag, ChecksumCRC32, Location } of [meanwhile, afterwards]) {
      expect([ETag, ChecksumCRC32, Location]).toEqual([done.ETag, done.ChecksumCRC32, done.Location]);
    }
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'again', Body: 'newer' }));
    expect((await complete(of, parts)).ETag).toBe(done.ETag);
    expect(await (await get('again')).Body?.transformToString()).toBe('newer');
    const dropped = await create('again');
    const part = await upload(dropped, 1, first);
    await abort(dropped);
    expect(await refusalOf(complete(dropped, [part]))).toBe('404 NoSuchUpload');
  });

  it('has a checksum of its parts, or of the whole', async () => {
    const composite = await create('composite', { ChecksumAlgorithm: 'CRC32' });
    const parts = [await upload(composite, 1, first), await upload(composite, 2, second)];
    expect(await complete(composite, parts)).toMatchObject({ ChecksumType: 'COMPOSITE' });
    const read = await get('composite');
    expect(read.ChecksumCRC32).toMatch(/-2$/);
    await read.Body?.transformToByteArray();

    const put = await store.client.send(
      new PutObjectCommand({ Bucket, Key: 'put', Body: Buffer.concat([first, second]) }),
    );
    const whole = await create('whole-sum', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const wholeParts = [await upload(whole, 1, first), await upload(whole, 2, second)];
    expect((await complete(whole, wholeParts)).ChecksumCRC32).toBe(put.ChecksumCRC32);
    expect(await refusalOf(create('x', { ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' }))).toBe(
      '400 InvalidRequest',
    );
  });

  it('keeps nothing of a part without the checksum that it was created for', async () => {
    const of = await create('other-sum', { ChecksumAlgorithm: 'SHA256' });
    const before = await filesOf(store.directory);
    expect(await refusalOf(upload(of, 1, second))).toBe('400 InvalidRequest');
    expect(await filesOf(store.directory)).toEqual(before);
    await abort(of);
  });

  it('lists its parts, the newest of each number', async () => {
    const of = await create('listed');
    for (const number of [3, 1, 2, 2]) await upload(of, number, Buffer.from(`part ${number}`));
    const page = await store.client.send(new ListPartsCommand({ ...of, MaxParts: 2 }));
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
    expect(page.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([1, 2]);
    const rest = await store.client.send(new ListPartsCommand({ ...of, PartNumberMarker: '2' }));
    expect(rest.Parts).toMatchObject([{ PartNumber: 3, Size: 6 }]);
    await abort(of);
  });

  it('leaves nothing when it is aborted', async () => {
    const before = await filesOf(store.directory);
    const of = await create('aborted');
    await upload(of, 1, first);
    await abort(of);
    expect(await filesOf(store.directory)).toEqual(before);
    expect(await refusalOf(upload(of, 2, second))).toBe('404 NoSuchUpload');
    expect(await refusalOf(abort(of))).toBe('404 NoSuchUpload');
    expect(await refusalOf(get('aborted'))).toBe('404 NoSuchKey');
  });

  it('is completed only with parts as they were uploaded', async () => {
    const of = await create('refused');
    const small = await upload(of, 1, second);
    const last = await upload(of, 2, second);
    expect(await refusalOf(complete(of, [small, last]))).toBe('400 EntityTooSmall');
    expect(await refusalOf(complete(of, [last, small]))).toBe('400 InvalidPartOrder');
    expect(await refusalOf(complete(of, [{ ...small, ETag: '"other"' }]))).toBe('400 InvalidPart');
    expect(await refusalOf(complete(of, [{ ...small, ChecksumCRC32: 'AAAAAA==' }]))).toBe('400 InvalidPart');
    expect(await refusalOf(complete(of, [{ ...small, PartNumber: 9 }]))).toBe('400 InvalidPart');
    expect(await refusalOf(complete(of, []))).toBe('400 MalformedXML');
    expect(await refusalOf(upload(of, 10_001, second))).toBe('400 InvalidArgument');
    expect(await refusalOf(complete({ ...of, Key: 'another' }, [small]))).toBe('404 NoSuchUpload');
    expect(await refusalOf(complete({ ...of, UploadId: '../../x' }, [small]))).toBe('404 NoSuchUpload');
    await complete(of, [small]);
  });

  it('heeds the conditions of a write when it is completed, and stays open where they fail', async () => {
    const of = await create('conditional');
    const parts = [await upload(of, 1, second)];
    const { ETag } = await store.client.send(new PutObjectCommand({ Bucket, Key: 'conditional', Body: 'x' }));
    expect(await refusalOf(complete(of, parts, { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await refusalOf(complete(of, parts, { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
    await complete(of, parts, { IfMatch: ETag });
    expect(await (await get('conditional')).Body?.transformToString()).toBe(second.toString());
  });

  it('at the same moment as others for one key is won by exactly one', async () => {
    const uploads = await Promise.all(Array.from({ length: 6 }, () => create('raced')));
    const results = await Promise.all(
      uploads.map(async (of) => {
        const parts = [await upload(of, 1, second)];
        return complete(of, parts, { IfNoneMatch: '*' }).then(
          () => 'won',
          () => 'lost',
        );
      }),
    );
    expect(results.filter((result) => result === 'won')).toHaveLength(1);
  });
});
