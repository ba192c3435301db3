import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notAgain } from '../../../support/retries/retry.ts';
import { forkStore } from './forked-store.ts';
import { bucket, clientOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
const TagSet = [{ Key: 'publication', Value: 'superseded' }];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(() => rm(directory, { recursive: true, maxRetries: 5 }));

it(
  'A store killed while objects are tagged and expire has every other one that it answered for, and starts again (G11)',
  notAgain,
  async () => {
    /** What a key may hold: what was answered for last, and what was under way after that. */
    const possible = new Map<string, string[]>();
    const answered = new Set<string>();
    let tagged = 0;
    for (let life = 0; life < 5; life += 1) {
      await using store = await forkStore(directory, { isSweeping: true });
      const client = clientOf(store.endpoint);
      const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
      const publish = async (name: string) => {
        for (let turn = 0; ; turn += 1) {
          const version = `versions/${name}/${life}/${turn}`;
          await put(version, version.repeat(500));
          const current = `current/${name}/${turn % 3}`;
          possible.set(current, [...(possible.get(current) ?? []), version]);
          await put(current, version);
          possible.set(current, [version]);
          answered.add(current);
          await client.send(new PutObjectTaggingCommand({ Bucket, Key: version, Tagging: { TagSet } }));
          tagged += 1;
        }
      };
      const publishers = ['a', 'b', 'c'].map((name) => publish(name).catch(() => undefined));
      const before = tagged;
      await expect.poll(() => tagged, { timeout: 60_000 }).toBeGreaterThan(before);
      await pause(100 + life * 37);
      await store.kill();
      await Promise.all(publishers);
      client.destroy();
    }

    const { client, applyLifecycle, stop } = await startStoreUnderTest({ directory });
    const read = async (Key: string) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? '';
    };
    for (const key of answered) expect(possible.get(key)).toContain(await read(key));
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const versions = Contents.flatMap(({ Key = '' }) => (Key.startsWith('versions/') ? [Key] : []));
    for (const version of versions) expect(await read(version)).toBe(version.repeat(500));
    expect(await filesOf(directory)).toHaveLength(Contents.length * 2);

    const rule = {
      prefix: '',
      tags: TagSet.map(({ Key, Value }) => ({ key: Key, value: Value })),
      expirationDays: 1,
    };
    const { expiredKeys } = await applyLifecycle(bucket, [rule], Date.now() + 3 * 86_400_000);
    expect(versions).toEqual(expect.arrayContaining([...expiredKeys]));
    await stop();
  },
);
