import { createHash } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { forkStore } from './forked-store.ts';
import { callsOf, clientOf } from './store-under-test.ts';

const mebibyte = Buffer.alloc(1024 ** 2, 'waypost ');
const mebibytes = 50;
const ContentLength = mebibytes * mebibyte.length;
const md5 = createHash('md5');
for (let count = 0; count < mebibytes; count += 1) md5.update(mebibyte);
const entityTag = `"${md5.digest('hex')}"`;

/** Megabytes of buffers that V8 may not have collected yet, with a margin. Only a larger leak fails the test. */
const garbage = 150;

it('streams 50 MB objects in both directions without holding them in memory', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'waypost-s3-'));
  await using store = await forkStore(directory.path);
  const client = clientOf(store.endpoint);
  const calls = callsOf(client);
  const put = (key: string) =>
    calls.put(key, Readable.from(Array.from({ length: mebibytes }, () => mebibyte)), { ContentLength });
  const get = async (key: string) => {
    const { Body } = await calls.get(key);
    if (!(Body instanceof Readable)) throw new Error('the body is not a stream');
    let bytes = 0;
    for await (const piece of Body) bytes += piece.length;
    return bytes;
  };

  await calls.put('small');
  const before = await store.peakMegabytes();
  const keys = ['one', 'two', 'three', 'four'];
  for (const { ETag } of await Promise.all(keys.map(put))) expect(ETag).toBe(entityTag);
  for (const bytes of await Promise.all(keys.map(get))) expect(bytes).toBe(ContentLength);
  // 400 MB have been transferred, with up to 200 MB of them in progress at the same time.
  expect((await store.peakMegabytes()) - before).toBeLessThan(garbage);
  client.destroy();
});
