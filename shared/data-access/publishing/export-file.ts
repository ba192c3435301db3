import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline as pipeStreams, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { isNoSuchKey, toStoreFailure } from '../errors.ts';
import type { WritableBucket } from '../objects/bucket.ts';
import { type FileHeaders, putFile } from '../objects/sdk-bucket.ts';
import { DamagedPublication, type StoredFile, type StoredText } from './manifest.ts';

/** Text that is being written to a local file, compressed with gzip, to be stored then. */
export interface TextWriter {
  /** Writes the next text; wait for it, as it holds no more than is being compressed. */
  write(text: string): Promise<void>;
  /** Completes the file, and stores it as a text of so many records. Throws StoreUnavailable. */
  store(records: number): Promise<StoredText>;
}

/**
 * Compression level, the last of zlib's fast ones. The default of 6 would make files smaller but publications, which
 * outnumber downloads, longer.
 */
const gzipLevel = 3;

/** Size of the pieces passed to and from zlib: with its small default the event loop dominates. */
const chunkBytes = 64 * 1024;

/** Milliseconds to read a text: the client's own timeouts do not cover the body. 300,000 locations take some 25 s. */
const maxReading = 300_000;

/**
 * Begins a compressed text in a new local file, to be stored under a key of its own with these headers. The methods of
 * the writer throw errors of the file system, too.
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
  };
};

/** Stored text whose content is verified too, if its checksum is given. */
export type ExpectedText = StoredFile & Partial<Pick<StoredText, 'contentSha256'>>;

/**
 * Yields the lines of a stored text, without line feeds, including a last one without line feed. Holds one chunk. The
 * size and the checksums are verified at the end, so lines read before may belong to a damaged file. Throws
 * DamagedPublication, or StoreUnavailable if S3 does not respond or reading takes longer than five minutes.
 */
export async function* readTextLines(
  { client, bucket }: WritableBucket,
  { key, bytes, sha256, contentSha256 }: ExpectedText,
): AsyncGenerator<string> {
  const stored = createHash('sha256');
  const content = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let storedBytes = 0;
  let rest = '';
  try {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key });
    const { Body } = await client.send(command, { abortSignal: AbortSignal.timeout(maxReading) });
    const body = Body instanceof Readable ? Body : Readable.from([]);
    body.on('data', (chunk: Uint8Array) => {
      stored.update(chunk);
      storedBytes += chunk.length;
    });
    // Errors propagate to the reader of the last stream.
    for await (const chunk of pipeStreams(body, createGunzip({ chunkSize: chunkBytes }), () => {})) {
      content.update(chunk);
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw readingFailure(key, error);
  }
  const unpacked = content.digest('hex');
  if (storedBytes !== bytes || stored.digest('hex') !== sha256 || unpacked !== (contentSha256 ?? unpacked)) {
    throw new DamagedPublication(`${key} is not what was stored`);
  }
  if (rest !== '') yield rest;
}

const readingFailure = (key: string, error: unknown): unknown => {
  if (isNoSuchKey(error)) return new DamagedPublication(`${key} is not there`, { cause: error });
  // Errors of zlib for bytes that are not gzip, damaged or truncated.
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new DamagedPublication(`${key} cannot be unpacked`, { cause: error });
  return toStoreFailure(`reading ${key}`, error);
};
