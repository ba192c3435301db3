import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
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
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';
import { bucketClient, startLocalBucket } from '../../../support/local-bucket.ts';

const key = 'versions/1/text.gz';
const file = { key, contentType: 'text/plain', contentDisposition: 'attachment; filename="text"' };

const startFaultyBucket = async () => {
  const store = await startLocalBucket();
  const proxy = await startFaultProxy(store.endpoint);
  const client = bucketClient(proxy.endpoint);
  return {
    store,
    proxy,
    through: { client, bucket: store.bucket },
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await proxy[Symbol.asyncDispose]();
      await store.close();
    },
  };
};

let bucket: Awaited<ReturnType<typeof startFaultyBucket>>;
let folder: string;
beforeAll(async () => {
  bucket = await startFaultyBucket();
  folder = await mkdtemp(join(tmpdir(), 'waypost-text-'));
});
afterAll(async () => {
  await bucket[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Creates lines with this total size that gzip can hardly compress. */
const incompressibleLines = (megabytes: number): string[] =>
  Array.from({ length: megabytes * 10 }, () => randomBytes(75_000).toString('base64'));

/** Writes the pieces to a local file, and stores the file with this number of records. */
const store = async (pieces: readonly string[], records = pieces.length) => {
  const writer = writeTextFile(bucket.through, join(folder, 'text'), file);
  for (const piece of pieces) await writer.write(piece);
  return writer.store(records);
};

const linesOf = (expected: ExpectedText) => Array.fromAsync(readTextLines(bucket.through, expected));

const content = 'one\ntwo\nthree\n';
const asStored = (object: Uint8Array, text = content): ExpectedText => ({
  key,
  bytes: object.length,
  sha256: sha256(object),
  contentSha256: sha256(text),
});

describe('a text file', () => {
  it('is measured while it is written, compressed and uncompressed', async () => {
    const pieces = incompressibleLines(2);
    const { bytes, sha256: stored, records, contentBytes, contentSha256 } = await store(pieces, 7);
    const object = await bucket.store.get(key);
    expect(records).toBe(7);
    expect([object.length, sha256(object)]).toEqual([bytes, stored]);
    expect([contentBytes, contentSha256]).toEqual([2_000_000, sha256(pieces.join(''))]);
  });

  it('fails if the local file cannot be written', async () => {
    const writer = writeTextFile(bucket.through, join(folder, 'no such folder', 'text'), file);
    const writing = async () => {
      for (const line of incompressibleLines(2)) await writer.write(line);
      await writer.store(2);
    };
    await expect(writing()).rejects.toThrow('ENOENT');
  });

  it('F13: is stored after a retry, or throws StoreUnavailable', async () => {
    bucket.proxy.inject({ kind: 'cut request', afterBytes: 20 }, { times: 1 });
    await store(['text']);
    await bucket.proxy.refuse();
    await expect(store(['text'])).rejects.toThrow(StoreUnavailable);
    await bucket.proxy.accept();
  });
});

describe('a stored text', () => {
  it.each([
    ['nothing', []],
    ['an empty line', ['']],
    ['a few lines', ['one', '', 'Café 東京 📮\r', 'three']],
    [
      'many long lines of multi-byte characters',
      Array.from({ length: 400 }, (_, n) => `${n}${'東📮é'.repeat(2_000)}`),
    ],
    ['more than one part', incompressibleLines(9)],
  ])('is read line by line: %s', async (_size, lines) => {
    const stored = await store(lines.map((line) => `${line}\n`));
    const read = await linesOf(stored);
    expect(read.length).toBe(lines.length);
    expect(read.every((line, index) => line === lines[index])).toBe(true);
  });

  it('is read to its end if there is no final line break', async () => {
    expect(await linesOf(await store(['one\ntwo']))).toEqual(['one', 'two']);
  });
});

describe('a stored text that is damaged', () => {
  const object = gzipSync(content);
  const flipped = (at: number) => object.map((byte, index) => (index === at ? byte ^ 1 : byte));

  it.each([
    ['has a bit flipped', flipped(14)],
    ['has a wrong gzip checksum', flipped(object.length - 6)],
    ['is cut off', object.subarray(0, -5)],
    ['is too long', Buffer.concat([object, Buffer.alloc(10)])],
    ['is not gzip', Buffer.alloc(object.length, 'x')],
    ['is empty', Buffer.alloc(0)],
    ['contains another text', gzipSync('one\ntwo\nthroe\n')],
  ])('is rejected if it %s', async (_fault, damaged) => {
    await bucket.store.put(key, damaged);
    await expect(linesOf(asStored(object))).rejects.toThrow(DamagedPublication);
    await bucket.store.put(key, object);
    expect(await linesOf(asStored(object))).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['fewer bytes', 'one\n'],
    ['more bytes', `${content}four\n`],
    ['the same number of different bytes', 'one\ntwo\nthroe\n'],
    ['no bytes', ''],
  ])('is rejected if the expected text has %s', async (_difference, text) => {
    await bucket.store.put(key, object);
    await expect(linesOf(asStored(object, text))).rejects.toThrow(DamagedPublication);
  });

  it('is rejected if it was cut off before it was stored, or does not exist', async () => {
    const cut = object.subarray(0, -5);
    await bucket.store.put(key, cut);
    await expect(linesOf(asStored(cut))).rejects.toThrow(DamagedPublication);
    const absent = { ...asStored(object), key: 'versions/0/nothing' };
    await expect(linesOf(absent)).rejects.toThrow(DamagedPublication);
  });
});

describe('a stored text while S3 fails', () => {
  it('is unavailable if S3 refuses or loses the connection', async () => {
    const stored = await store(incompressibleLines(2));
    bucket.proxy.inject({ kind: 'cut response', afterBytes: 200_000 }, { times: 1 });
    await expect(linesOf(stored)).rejects.toThrow(StoreUnavailable);
    await bucket.proxy.refuse();
    await expect(linesOf(stored)).rejects.toThrow(StoreUnavailable);
    await bucket.proxy.accept();
  });

  /** Starts a fake S3 that sends half of a body and then stalls. */
  const startHalf = async (megabytes: number) => {
    const text = incompressibleLines(megabytes).join('\n');
    const object = gzipSync(text);
    const closed = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      response.once('close', closed.resolve);
      response.writeHead(200, { 'content-length': object.length });
      response.write(object.subarray(0, object.length / 2));
    });
    const client = bucketClient(`http://127.0.0.1:${await listenUntilTestEnds(server)}`);
    onTestFinished(() => client.destroy());
    return {
      lines: readTextLines({ client, bucket: 'any' }, asStored(object, text)),
      closed: closed.promise,
    };
  };

  it('is unavailable if an open connection stalls', async () => {
    const soon = AbortSignal.timeout.bind(AbortSignal, 300);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(soon);
    onTestFinished(() => void vi.restoreAllMocks());
    const { lines } = await startHalf(1);
    await expect(Array.fromAsync(lines)).rejects.toThrow(StoreUnavailable);
  });

  it('closes its connection if the reader stops', async () => {
    const { lines, closed } = await startHalf(4);
    for await (const _line of lines) break;
    await closed;
  });
});
