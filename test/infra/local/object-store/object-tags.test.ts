import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendSigned } from './signed-request.ts';
import { bucket, filesOf, refusalOf, startStoreUnderTest } from './store-under-test.ts';

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const Bucket = bucket;
type Tags = Record<string, string>;
const tagSetOf = (tags: Tags) => Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

const put = (Key: string, settings = {}) =>
  store.client.send(new PutObjectCommand({ Bucket, Key, Body: 'contents', ...settings }));
const tag = (Key: string, TagSet: { Key: string; Value: string }[]) =>
  store.client.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet } }));
const head = (Key: string) => store.client.send(new HeadObjectCommand({ Bucket, Key }));
const tagsOf = async (Key: string): Promise<Tags> => {
  const { TagSet = [] } = await store.client.send(new GetObjectTaggingCommand({ Bucket, Key }));
  return Object.fromEntries(TagSet.map((one) => [one.Key, one.Value ?? '']));
};

describe('The tags of an object', () => {
  it('are put, read, replaced as a whole and deleted, and nothing else of it changes', async () => {
    await put('tagged', { ContentType: 'text/plain' });
    const before = await head('tagged');
    expect(await tagsOf('tagged')).toEqual({});
    expect(before.TagCount).toBeUndefined();

    const tags = { publication: 'superseded', 'é 漢/=+-@:._1': ' ü ', empty: '' };
    await tag('tagged', tagSetOf(tags));
    expect(await tagsOf('tagged')).toEqual(tags);
    const read = await store.client.send(new GetObjectCommand({ Bucket, Key: 'tagged' }));
    expect(await read.Body?.transformToString()).toBe('contents');
    expect(read).toMatchObject({
      TagCount: 3,
      ContentType: 'text/plain',
      ETag: before.ETag,
      LastModified: before.LastModified,
    });

    await tag('tagged', tagSetOf({ only: 'one' }));
    expect(await tagsOf('tagged')).toEqual({ only: 'one' });
    expect((await head('tagged')).TagCount).toBe(1);
    await store.client.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'tagged' }));
    await tag('tagged', []);
    expect(await tagsOf('tagged')).toEqual({});
    expect((await head('tagged')).TagCount).toBeUndefined();
  });

  it('come with a write, encoded as in a URL', async () => {
    await put('written', { Tagging: 'publication=superseded&a+b=%C3%BC%3D&flag' });
    expect(await tagsOf('written')).toEqual({ publication: 'superseded', 'a b': 'ü=', flag: '' });
  });

  it('of one that a write replaces go with it', async () => {
    await put('replaced', { Tagging: 'publication=superseded' });
    await put('replaced');
    expect(await tagsOf('replaced')).toEqual({});
    await put('replaced', { Tagging: 'a=1' });
    await put('replaced', { Tagging: 'b=2' });
    expect(await tagsOf('replaced')).toEqual({ b: '2' });
  });

  it('come with a multipart upload', async () => {
    const of = { Bucket, Key: 'parts' };
    const { UploadId } = await store.client.send(
      new CreateMultipartUploadCommand({ ...of, Tagging: 'publication=superseded' }),
    );
    const { ETag } = await store.client.send(
      new UploadPartCommand({ ...of, UploadId, PartNumber: 1, Body: 'part' }),
    );
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await store.client.send(new CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload }));
    expect(await tagsOf('parts')).toEqual({ publication: 'superseded' });
  });

  it('outlast the process', async () => {
    await using former = await startStoreUnderTest();
    const of = { Bucket, Key: 'kept' };
    await former.client.send(new PutObjectCommand({ ...of, Body: 'x', Tagging: 'a=1' }));
    await former.stop();
    const next = await startStoreUnderTest({ directory: former.directory });
    const { TagSet } = await next.client.send(new GetObjectTaggingCommand(of));
    expect(TagSet).toEqual([{ Key: 'a', Value: '1' }]);
    await next.stop();
  });

  it('are S3’s to limit', async () => {
    await put('limited', { Tagging: 'former=1' });
    const tags = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Value: '' }));
    expect(await refusalOf(tag('limited', tags(11)))).toBe('400 BadRequest');
    const refused = [
      [{ Key: 'k'.repeat(129), Value: '' }],
      [{ Key: '', Value: '' }],
      [{ Key: 'k', Value: 'v'.repeat(257) }],
      [{ Key: 'k', Value: 'a&b' }],
      [{ Key: 'aws:k', Value: '' }],
      [
        { Key: 'k', Value: '1' },
        { Key: 'k', Value: '2' },
      ],
    ];
    for (const set of refused) expect(await refusalOf(tag('limited', set))).toBe('400 InvalidTag');
    expect(await tagsOf('limited')).toEqual({ former: '1' });
    await tag('limited', tags(10));
    await tag('limited', [{ Key: 'k'.repeat(128), Value: 'v'.repeat(256) }]);

    const before = await filesOf(store.directory);
    expect(await refusalOf(put('new', { Tagging: 'k=1&k=2' }))).toBe('400 InvalidArgument');
    expect(await refusalOf(put('new', { Tagging: 'k=%ff' }))).toBe('400 InvalidArgument');
    expect(await refusalOf(put('new', { Tagging: `${'k'.repeat(129)}=1` }))).toBe('400 InvalidTag');
    expect(await filesOf(store.directory)).toEqual(before);
  });

  it('need an object', async () => {
    expect(await refusalOf(tag('absent', []))).toBe('404 NoSuchKey');
    expect(await refusalOf(tagsOf('absent'))).toBe('404 NoSuchKey');
    const remove = new DeleteObjectTaggingCommand({ Bucket, Key: 'absent' });
    expect(await refusalOf(store.client.send(remove))).toBe('404 NoSuchKey');
  });

  it.each([
    ['nothing', ''],
    ['another document', '<Delete><Object><Key>x</Key></Object></Delete>'],
    ['a tag without a value', '<Tagging><TagSet><Tag><Key>k</Key></Tag></TagSet></Tagging>'],
    ['text where tags belong', '<Tagging><TagSet>k=v</TagSet></Tagging>'],
    ['XML cut short', '<Tagging><TagSet><Tag><Key>k</Key><Value>'],
  ])('are not read from %s', async (_, body) => {
    await put('document');
    const request = {
      method: 'PUT',
      path: `/${bucket}/document`,
      query: { tagging: '' },
      payload: 'UNSIGNED-PAYLOAD',
      headers: { 'content-length': String(body.length) },
      body,
    };
    expect(await sendSigned(store.endpoint, request)).toBe('400 MalformedXML');
  });

  it('of a former object never come to one that is written at the same moment as a tag', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await put('raced', { Tagging: 'state=former' });
      const tagged = tag('raced', [{ Key: 'state', Value: 'tagged' }]);
      await Promise.all([tagged, put('raced', { Body: 'newer' })]);
      const read = await store.client.send(new GetObjectCommand({ Bucket, Key: 'raced' }));
      expect(await read.Body?.transformToString()).toBe('newer');
      expect([{}, { state: 'tagged' }]).toContainEqual(await tagsOf('raced'));
    }
  });
});
