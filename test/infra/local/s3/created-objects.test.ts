import { createHash } from 'node:crypto';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { openEventBuses } from '../../../../infra/local/events/event-bus.ts';
import { bucket, errorOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

const store = await startStoreUnderTest();
afterAll(() => store[Symbol.asyncDispose]());
const { put, head, textOf } = store;

const ruleOf = (bucketName: string, queueName: string, ignoredSuffix: string) => ({
  name: queueName,
  pattern: {
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { bucketNames: [bucketName], ignoredSuffix },
  },
  queueName,
  messageGroupId: 'imports',
});
const event = z.looseObject({ id: z.string(), time: z.string() });

let events: z.infer<typeof event>[];
beforeEach(() => {
  events = [];
  const { onCreated } = openEventBuses({
    state: store.state,
    buses: [],
    rules: [ruleOf('another', 'other', ''), ruleOf(bucket, 'files', '.report')],
    send: (queueName, groupId, body) => {
      expect([queueName, groupId]).toEqual(['files', 'imports']);
      events.push(event.parse(JSON.parse(body)));
    },
  });
  store.onCreated(onCreated);
});

it('sends an Object Created event with the unencoded key', async () => {
  const before = Date.now();
  const key = 'locations/a b+ü%20.ndjson';
  await put(key, 'five!');
  expect(events).toEqual([
    {
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
        bucket: { name: bucket },
        object: { key, size: 5, etag: createHash('md5').update('five!').digest('hex') },
        requester: '000000000000',
        reason: 'PutObject',
      },
    },
  ]);
  expect(Math.abs(Date.parse(events[0]?.time ?? '') - before)).toBeLessThan(60_000);
});

it('sends a separate event for each overwrite', async () => {
  for (const _ of [1, 2, 3]) await put('a');
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

it('sends no event for reads, deletions, rejected writes or keys that the rule ignores', async () => {
  await put('b');
  events = [];
  await put('b.report');
  await head('b');
  await textOf('b');
  expect(await errorOf(put('b', 'b', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
  await store.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'b' }));
  expect(events).toEqual([]);
});

it('does not create an object if its event cannot be stored', async () => {
  await put('c', 'previous');
  const before = await filesOf(store.directory);
  store.onCreated(() => {
    throw new Error('no room');
  });
  expect(await errorOf(put('c', 'next'))).toBe('500 InternalError');
  expect(store.log.join('\n')).toContain('no room');
  expect(await textOf('c')).toBe('previous');
  expect(await filesOf(store.directory)).toEqual(before);
});
