import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ExpectedText,
  readTextLines,
  writeTextFile,
} from '../../../../shared/data-access/publishing/export-file.ts';
import { DamagedPublication } from '../../../../shared/data-access/publishing/manifest.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

const key = 'versions/1/text.gz';
const file = { key, contentType: 'text/plain', contentDisposition: 'attachment; filename="text"' };

let bucket: LocalBucket;
let folder: string;
beforeAll(async () => {
  bucket = await startLocalBucket();
  folder = await mkdtemp(join(tmpdir(), 'waypost-text-'));
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Creates lines with this total size that gzip can hardly compress. */
const incompressibleLines = (megabytes: number): string[] =>
  Array.from({ length: megabytes * 10 }, () => randomBytes(75_000).toString('base64'));

const store = async (pieces: readonly string[], records = pieces.length) => {
  const writer = writeTextFile(bucket, join(folder, 'text'), file);
  for (const piece of pieces) await writer.write(piece);
  return writer.store(records);
};

const linesOf = (expected: ExpectedText) => Array.fromAsync(readTextLines(bucket, expected));

const content = 'one\ntwo\nthree\n';
const asStored = (object: Uint8Array, text = content): ExpectedText => ({
  key,
  bytes: object.length,
  sha256: sha256(object),
  contentSha256: sha256(text),
});

it('a text file fails if the local file cannot be written', async () => {
  const writer = writeTextFile(bucket, join(folder, 'no such folder', 'text'), file);
  const writing = async () => {
    for (const line of incompressibleLines(2)) await writer.write(line);
    await writer.store(2);
  };
  await expect(writing()).rejects.toThrow('ENOENT');
});

it.each([
  ['nothing', []],
  ['a few lines', ['one', '', 'Café 東京 📮\r', 'three']],
  [
    'long lines of multi-byte characters',
    Array.from({ length: 400 }, (_, n) => `${n}${'東📮é'.repeat(2_000)}`),
  ],
])('a stored text is read line by line, with or without a final line break: %s', async (_size, lines) => {
  expect(await linesOf(await store(lines.map((line) => `${line}\n`)))).toEqual(lines);
  expect(await linesOf(await store([lines.join('\n')]))).toEqual(lines);
});

it('a stored text has more time to arrive if it is large, because the connection may be slow', async () => {
  const stored = await store(incompressibleLines(3));
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  await linesOf(stored);
  expect(timeout.mock.calls).toEqual([[Math.ceil(15_000 + stored.bytes / 250)]]);
});

describe('a stored text that is damaged', () => {
  const object = gzipSync(content);
  const flipped = (at: number) => object.map((byte, index) => (index === at ? byte ^ 1 : byte));

  it.each([
    ['has a bit flipped', flipped(14)],
    ['is cut off', object.subarray(0, -5)],
    ['is too long', Buffer.concat([object, Buffer.alloc(10)])],
    ['is empty', Buffer.alloc(0)],
    ['contains another text', gzipSync('one\ntwo\nthroe\n')],
  ])('is rejected if it %s', async (_fault, damaged) => {
    await bucket.put(key, damaged);
    await expect(linesOf(asStored(object))).rejects.toThrow(DamagedPublication);
    await bucket.put(key, object);
    expect(await linesOf(asStored(object))).toEqual(['one', 'two', 'three']);
  });

  it('is rejected if another text is expected', async () => {
    await bucket.put(key, object);
    await expect(linesOf(asStored(object, 'one\ntwo\nthroe\n'))).rejects.toThrow(DamagedPublication);
  });

  it('is rejected if it was cut off before it was stored, or does not exist', async () => {
    const cut = object.subarray(0, -5);
    await bucket.put(key, cut);
    await expect(linesOf(asStored(cut))).rejects.toThrow(DamagedPublication);
    const absent = { ...asStored(object), key: 'versions/0/nothing' };
    await expect(linesOf(absent)).rejects.toThrow(DamagedPublication);
  });
});
