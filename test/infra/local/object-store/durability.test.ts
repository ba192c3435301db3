import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedObjectStore } from '../../../../infra/local/object-store/storage/read-record.ts';
import { notAgain } from '../../../support/retries/retry.ts';
import { forkStore } from './forked-store.ts';
import { bucket, clientOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(() => rm(directory, { recursive: true, maxRetries: 5 }));

const start = () => startStoreUnderTest({ directory });
const dataFile = async () =>
  join(directory, bucket, 'data', (await readdir(join(directory, bucket, 'data')))[0] ?? '');
const recordFile = async () =>
  join(directory, bucket, 'objects', (await readdir(join(directory, bucket, 'objects')))[0] ?? '');

describe('A store that is started again', () => {
  it('has the objects and open uploads it had', async () => {
    const former = await start();
    const put = await former.client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'kept/é',
        Body: 'kept',
        ContentType: 'text/plain',
        Metadata: { a: 'b' },
      }),
    );
    const { UploadId } = await former.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'large' }));
    const part = { Bucket, Key: 'large', UploadId, PartNumber: 1 };
    const { ETag } = await former.client.send(new UploadPartCommand({ ...part, Body: 'part' }));
    await former.stop();

    const { client, stop } = await start();
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'kept/é' }));
    expect(await read.Body?.transformToString()).toBe('kept');
    expect(read).toMatchObject({ ETag: put.ETag, ContentType: 'text/plain', Metadata: { a: 'b' } });
    await client.send(
      new CompleteMultipartUploadCommand({ ...part, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }),
    );
    const large = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }));
    expect(await large.Body?.transformToString()).toBe('part');
    await stop();
  });

  it('clears away what was being written, and nothing else', async () => {
    const former = await start();
    await former.client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'kept' }));
    const { UploadId } = await former.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'large' }));
    await former.stop();
    const kept = await filesOf(directory);
    const below = (name: string) => join(directory, bucket, name);
    await writeFile(below('data/0f0e0d0c-0b0a-4908-8706-050403020100'), 'half an obj');
    await writeFile(below(`objects/${'a'.repeat(64)}.json.unfinished`), '{"key":');
    await writeFile(below(`uploads/${UploadId}/0f0e0d0c-0b0a-4908-8706-050403020100`), 'half a part');
    await writeFile(below(`uploads/${UploadId}/part-1.json.unfinished`), '{');

    const { client, stop } = await start();
    expect(await filesOf(directory)).toEqual(kept);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'large', UploadId }));
    await stop();
  });

  it.each([
    ['a record cut short', async () => writeFile(await recordFile(), '{"key":"ke')],
    ['a record of another form', async () => writeFile(await recordFile(), '{"key":"kept","newer":true}')],
    ['contents that grew', async () => appendFile(await dataFile(), 'x')],
    ['contents that are gone', async () => rm(await dataFile())],
  ])('refuses %s instead of losing an object in silence (G13)', async (_, damage) => {
    const former = await start();
    await former.client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'kept' }));
    await former.stop();
    await damage();
    await expect(start()).rejects.toThrow(DamagedObjectStore);
    await expect(start()).rejects.toThrow(directory);
  });

  it('names all that a copy lacks, and does without once the records of that are removed (G13)', async () => {
    const former = await start();
    for (const Key of ['a', 'b', 'c'])
      await former.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    await former.stop();
    const dataFolder = join(directory, bucket, 'data');
    for (const name of await readdir(dataFolder)) await rm(join(dataFolder, name));

    const refusal = await start().catch(String);
    expect(refusal).toMatch(
      /is missing\. It is the contents of the object "[abc]"\. Restore it, or remove its record/,
    );
    const records = String(refusal).match(/\S+\/objects\/[0-9a-f]{64}\.json/g) ?? [];
    expect(new Set(records).size).toBe(3);
    for (const record of records) await rm(record);
    const { client, stop } = await start();
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
    await stop();
  });

  it('names six of the many that a copy lacks, so that a shell can remove them, and counts the rest (G13)', async () => {
    const spaced = join(directory, "copy of Ann's; $(false)");
    const former = await startStoreUnderTest({ directory: spaced });
    for (const Key of 'abcdefghi') await former.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    await former.stop();
    const [data, records] = [join(spaced, bucket, 'data'), join(spaced, bucket, 'objects')];
    for (const name of await readdir(data)) await rm(join(data, name));

    const refusal = String(await startStoreUnderTest({ directory: spaced }).catch(String));
    const told =
      /remove its record (.+) to do without\. .* remove as well: (.+) \(and 3 more, which the next start names\)$/;
    const [, first = '', others = ''] = told.exec(refusal) ?? [];
    execFileSync('/bin/sh', ['-c', `rm ${first} ${others}`]);
    expect(await readdir(records)).toHaveLength(3);
    const next = await startStoreUnderTest({ directory: spaced }).catch(String);
    expect(next).toContain('remove as well: ');
    expect(next).not.toContain(' more, which');
  });
});

describe('A store whose process is killed under writes', notAgain, () => {
  it('has every object that it answered for, whole, and no half one (F10, G11)', async () => {
    const answered = new Map<string, string>();
    for (let life = 0; life < 5; life += 1) {
      await using store = await forkStore(directory);
      const client = clientOf(store.endpoint);
      const answeredNow = new Set<string>();
      const writer = async (name: string) => {
        for (let turn = 0; ; turn += 1) {
          const Body = `${name} ${life} ${turn} `.repeat(2000);
          await client.send(new PutObjectCommand({ Bucket, Key: name, Body }));
          answered.set(name, Body);
          answeredNow.add(name);
        }
      };
      const writers = ['a', 'b', 'c', 'd'].map((name) => writer(name).catch(() => undefined));
      await expect.poll(() => answeredNow.size, { timeout: 60_000 }).toBe(4);
      await pause(100 + life * 37);
      await store.kill();
      await Promise.all(writers);
      client.destroy();
    }

    const { client, stop } = await start();
    for (const [Key, text] of answered) {
      const found =
        (await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()) ?? '';
      // The write that was under way may have come to be, or not; its own checksum was verified by the client.
      const turnOf = (body: string) => body.split(' ', 3).slice(1).map(Number);
      const [[life = 0, turn = 0], [foundLife = 0, foundTurn = 0]] = [turnOf(text), turnOf(found)];
      const isNext = foundLife > life || (foundLife === life && foundTurn === turn + 1);
      expect(found === text || isNext).toBe(true);
      expect(found.split(' ').length).toBe(3 * 2000 + 1);
    }
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(4);
    expect(await filesOf(directory)).toHaveLength(8);
    await stop();
  });
});
