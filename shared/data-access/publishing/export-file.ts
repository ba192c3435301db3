import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline as pipeStreams, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { isNoSuchKey, toStoreFailure } from '../errors.ts';
import type { WritableBucket } from '../objects/bucket.ts';
import { type FileHeaders, putFile } from '../objects/sdk-bucket.ts';
import { withTimeout } from '../retry.ts';
import { DamagedPublication, type StoredFile, type StoredText } from './manifest.ts';

/** Compresses text with gzip into a local file, and then stores the file. */
export interface TextWriter {
  /** Appends text. Await each call, so that memory holds only the text that is being compressed. */
  write(text: string): Promise<void>;
  /** Completes the file, and stores it with its number of records. Throws StoreUnavailable. */
  store(records: number): Promise<StoredText>;
  /** Closes the local file. Does nothing if the file has been stored. */
  close(): void;
}

/**
 * Compression level: the highest of zlib's fast levels. The default of 6 would make files smaller, but would slow down
 * publications, which outnumber downloads.
 */
const gzipLevel = 3;

/** Size of zlib's chunks. With the small default, most time would be spent in the event loop. */
const chunkBytes = 64 * 1024;

/** Maximum milliseconds without data from S3. The client's own timeouts do not cover the body. */
const maxSilence = 15_000;

/**
 * Creates a writer with a new local file at `path`, which will be stored under `key` with these headers. The writer's
 * methods also throw file system errors.
 */
export const writeTextFile = (
  bucket: WritableBucket,
  path: string,
  { key, ...headers }: FileHeaders & { readonly key: string },
): TextWriter => {
  const content = createHash('sha256');
  let contentBytes = 0;
  let batch = '';
  const gzip = createGzip({ level: gzipLevel, chunkSize: chunkBytes });
  const written = pipeline(gzip, createWriteStream(path));
  // A failure is thrown by the next write, or by `store`.
  written.catch(() => {});
  const flush = async () => {
    const bytes = Buffer.from(batch);
    batch = '';
    content.update(bytes);
    contentBytes += bytes.length;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  };
  return {
    async write(text) {
      batch += text;
      if (batch.length >= chunkBytes) await flush();
    },
    async store(records) {
      await flush();
      gzip.end();
      await written;
      const bytes = await readFile(path);
      const stored = await putFile(bucket, key, bytes, { ...headers, contentEncoding: 'gzip' });
      return { ...stored, records, contentBytes, contentSha256: content.digest('hex') };
    },
    close() {
      gzip.destroy();
    },
  };
};

/** Stored text. Its content is verified too if its size and checksum are given. */
export type ExpectedText = StoredFile & Partial<Pick<StoredText, 'contentBytes' | 'contentSha256'>>;

/**
 * Yields the lines of a stored text, without their line feeds. The last line need not end with a line feed. Only one
 * chunk is in memory at a time. Checksums are verified at the end, so earlier lines may belong to a damaged file.
 * Throws DamagedPublication, or StoreUnavailable if S3 does not respond or sends no data for 15 seconds while the
 * reader waits.
 */
export async function* readTextLines(
  { client, bucket }: WritableBucket,
  { key, bytes, sha256, contentBytes = Number.POSITIVE_INFINITY, contentSha256 }: ExpectedText,
): AsyncGenerator<string> {
  const stored = createHash('sha256');
  const content = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const different = () => new DamagedPublication(`the size or SHA-256 of ${key} is not as expected`);
  let storedBytes = 0;
  let unpackedBytes = 0;
  let rest = '';
  try {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key });
    const { Body } = await client.send(command);
    const body = Body instanceof Readable ? Body : Readable.from([]);
    body.on('data', (chunk: Uint8Array) => {
      stored.update(chunk);
      storedBytes += chunk.length;
    });
    // The reader of the last stream receives all errors.
    const unpacked = pipeStreams(body, createGunzip({ chunkSize: chunkBytes }), () => {});
    for await (const chunk of withoutSilence(unpacked, key)) {
      content.update(chunk);
      unpackedBytes += chunk.length;
      if (storedBytes > bytes || unpackedBytes > contentBytes) throw different();
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw readingFailure(key, error);
  }
  const unpacked = content.digest('hex');
  if (storedBytes !== bytes || stored.digest('hex') !== sha256 || unpacked !== (contentSha256 ?? unpacked)) {
    throw different();
  }
  if (rest !== '') yield rest;
}

/**
 * Yields the chunks of a stream. Throws StoreUnavailable if the next chunk takes too long. The time that the reader
 * takes to process a chunk does not count.
 */
async function* withoutSilence(stream: Readable, key: string): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withTimeout(maxSilence, chunks.next());
      if (next === undefined) throw new StoreUnavailable(`reading ${key}`, { why: 'no data for 15 seconds' });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

const readingFailure = (key: string, error: unknown): unknown => {
  if (error instanceof DamagedPublication) return error;
  if (isNoSuchKey(error)) return new DamagedPublication(`${key} is missing`, { cause: error });
  // zlib's errors for bytes that are damaged, truncated or not gzip.
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new DamagedPublication(`${key} cannot be decompressed`, { cause: error });
  return toStoreFailure(`reading ${key}`, error);
};
