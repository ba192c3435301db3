import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toObjectCreatedEvent } from '../../../../infra/local/events/object-created-event.ts';
import type { CreatedObject } from '../../../../infra/local/object-store/storage/stored-object.ts';
import { bucket, refusalOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
const Body = 'five!';
const md5 = createHash('md5').update(Body).digest('hex');

const eventOf = ({ dataFile, untold, ...object }: CreatedObject) =>
  toObjectCreatedEvent(bucket, { id: dataFile, ...untold, ...object });

const toldIn = async (store: Awaited<ReturnType<typeof startStoreUnderTest>>) => {
  const told: CreatedObject[] = [];
  await store.tellOfCreated(bucket, async (created) => {
    told.push(created);
  });
  return told;
};

describe('an object that is created', () => {
  it('is told of as S3 tells EventBridge, its key as it is, before the client is answered', async () => {
    await using store = await startStoreUnderTest();
    const told = await toldIn(store);
    const before = Date.now();

    const { $metadata } = await store.client.send(
      new PutObjectCommand({ Bucket, Key: 'locations/a b+ü%20.ndjson', Body }),
    );

    const [created] = told;
    if (!created) throw new Error('nothing was told');
    const event = eventOf(created);
    expect(event).toEqual({
      version: '0',
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'detail-type': 'Object Created',
      source: 'aws.s3',
      account: '000000000000',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      region: 'ap-southeast-2',
      resources: ['arn:aws:s3:::published'],
      detail: {
        version: '0',
        'event-version': '1.0',
        bucket: { name: 'published' },
        object: {
          key: 'locations/a b+ü%20.ndjson',
          size: 5,
          etag: md5,
          sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
        },
        'request-id': $metadata.requestId,
        requester: '000000000000',
        'source-ip-address': '127.0.0.1',
        reason: 'PutObject',
      },
    });
    expect(Math.abs(Date.parse(event.time) - before)).toBeLessThan(60_000);
  });

  it('in parts is told of once it is put together', async () => {
    await using store = await startStoreUnderTest();
    const told = await toldIn(store);
    const Key = 'locations/parts.ndjson';
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const { ETag } = await store.client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body }),
    );
    expect(told).toEqual([]);

    await store.client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      }),
    );

    expect(told.map((each) => eventOf(each).detail)).toMatchObject([
      {
        object: { key: Key, size: 5, etag: expect.stringMatching(/-1$/) },
        reason: 'CompleteMultipartUpload',
      },
    ]);
  });

  it('in the place of another has an event of its own, with a greater sequencer', async () => {
    await using store = await startStoreUnderTest();
    const told = await toldIn(store);
    for (const _ of [1, 2, 3]) await store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
    const events = told.map((each) => eventOf(each));
    const sequencers = events.map(({ detail }) => detail.object.sequencer);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(sequencers).toEqual([...new Set(sequencers)].sort());
  });

  it('is all that is told: no reading, no tags, no deletion and no refused write', async () => {
    await using store = await startStoreUnderTest();
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
    const told = await toldIn(store);

    await store.client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    await (await store.client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).Body?.transformToString();
    await store.client.send(
      new PutObjectTaggingCommand({ Bucket, Key: 'a', Tagging: { TagSet: [{ Key: 'k', Value: 'v' }] } }),
    );
    const refused = store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, IfNoneMatch: '*' }));
    expect(await refusalOf(refused)).toBe('412 PreconditionFailed');
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));

    expect(told).toEqual([]);
  });

  it('but cannot be told of is there, its client gets an error, and the next start tells of it with the same words', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'object-store-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const attempted: CreatedObject[] = [];
    // Neither by name, nor by the names of their records, nor the other way round.
    const keys = ['b', 'c', 'a', 'd'];
    {
      await using store = await startStoreUnderTest({ directory });
      await store.tellOfCreated(bucket, async (created) => {
        attempted.push(created);
        throw new Error('no room');
      });
      const put = (Key: string) => store.client.send(new PutObjectCommand({ Bucket, Key, Body }));
      for (const key of keys) expect(await refusalOf(put(key))).toBe('500 InternalError');
      await store.client.send(new HeadObjectCommand({ Bucket, Key: 'b' }));
    }
    {
      await using store = await startStoreUnderTest({ directory });
      expect(await toldIn(store)).toEqual(attempted);
      expect(attempted.map(({ key }) => key)).toEqual(keys);
    }
    await using store = await startStoreUnderTest({ directory });
    expect(await toldIn(store)).toEqual([]);
  });
});
