import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { toObjectCreatedEvent } from '../../../../infra/local/events/event-bus.ts';
import type { StoredObject } from '../../../../infra/local/s3/storage.ts';
import { bucket, filesOf, refusalOf, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
const Body = 'five!';

const createdIn = (store: StoreUnderTest) => {
  const all: StoredObject[] = [];
  store.onCreated((inBucket, created) => {
    expect(inBucket).toBe(bucket);
    all.push(created);
  });
  return all;
};

it('An object that is created has the event that S3 sends to EventBridge, with its key as it is', async () => {
  await using store = await startStoreUnderTest();
  const created = createdIn(store);
  const before = Date.now();
  const Key = 'locations/a b+ü%20.ndjson';
  await store.client.send(new PutObjectCommand({ Bucket, Key, Body }));

  const [event] = created.map((each) => toObjectCreatedEvent(bucket, each));
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
      object: { key: Key, size: 5, etag: createHash('md5').update(Body).digest('hex') },
      requester: '000000000000',
      reason: 'PutObject',
    },
  });
  expect(Math.abs(Date.parse(event?.time ?? '') - before)).toBeLessThan(60_000);
});

it('An object that replaces another has its own event', async () => {
  await using store = await startStoreUnderTest();
  const created = createdIn(store);
  for (const _ of [1, 2, 3]) await store.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body }));
  const events = created.map((each) => toObjectCreatedEvent(bucket, each));
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

it('Reads, deletions and rejected writes have no event', async () => {
  await using store = await startStoreUnderTest();
  const of = { Bucket, Key: 'a' };
  await store.client.send(new PutObjectCommand({ ...of, Body }));
  const created = createdIn(store);
  await store.client.send(new HeadObjectCommand(of));
  await (await store.client.send(new GetObjectCommand(of))).Body?.transformToString();
  const rejected = store.client.send(new PutObjectCommand({ ...of, Body, IfNoneMatch: '*' }));
  expect(await refusalOf(rejected)).toBe('412 PreconditionFailed');
  await store.client.send(new DeleteObjectCommand(of));
  expect(created).toEqual([]);
});

it('An object whose event cannot be kept is not created', async () => {
  await using store = await startStoreUnderTest();
  const of = { Bucket, Key: 'a' };
  await store.client.send(new PutObjectCommand({ ...of, Body: 'former' }));
  store.onCreated(() => {
    throw new Error('no room');
  });
  expect(await refusalOf(store.client.send(new PutObjectCommand({ ...of, Body })))).toBe('500 InternalError');
  expect(store.log.join('\n')).toContain('no room');
  const { Body: kept } = await store.client.send(new GetObjectCommand(of));
  expect(await kept?.transformToString()).toBe('former');
  expect(await filesOf(store.directory)).toHaveLength(1);
});
