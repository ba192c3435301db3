import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline as pipeStreams, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { isNoSuchKey, storeCall, toStoreFailure } from '../errors.ts';
import type { WritableBucket } from '../objects/bucket.ts';
import { putFile } from '../objects/sdk-bucket.ts';
import { DamagedPublication, type StoredFile, type StoredText } from './manifest.ts';

/** Text file to be stored, with its response headers. */
export interface TextFile {
  readonly key: string;
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Compressed text in a local file, as it was measured while it was written. */
export type WrittenText = Omit<StoredText, 'key' | 'records'> & { readonly path: string };

/** Text that is being written to a local file, compressed with gzip. */
export interface TextWriter {
  /** Writes the next text; wait for it, as it holds no more than is being compressed. */
  write(text: string): Promise<void>;
  /** Completes the file. */
  end(): Promise<WrittenText>;
}

/**
 * Compression level, the last of zlib's fast ones. The default of 6 would make files smaller but publications, which
 * outnumber downloads, longer.
 */
const gzipLevel = 3;

/** Size of the pieces passed to and from zlib: with its small default the event loop dominates. */
const chunkBytes = 64 * 1024;

/** Maximum milliseconds without data from S3: the client's own timeouts do not cover the body. */
const maxSilence = 15_000;

/** Begins a compressed text in a new local file. Its methods throw errors of the file system. */
export const writeTextFile = (path: string): TextWriter => {
  const content = newMeter();
  const stored = newMeter();
  const gzip = createGzip({ level: gzipLevel, chunkSize: chunkBytes });
  const written = pipeline(gzip, stored.stream, createWriteStream(path));
  // A failure is thrown by the next write, or by the end.
  written.catch(() => {});
  let batch = '';
  const flush = async () => {
    const bytes = Buffer.from(batch);
    batch = '';
    content.add(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  };
  return {
    async write(text) {
      batch += text;
      if (batch.length >= chunkBytes) await flush();
    },
    async end() {
      await flush();
      gzip.end();
      await written;
      return {
        path,
        bytes: stored.bytes(),
        sha256: stored.sha256(),
        contentBytes: content.bytes(),
        contentSha256: content.sha256(),
      };
    },
  };
};

/** Stores a compressed text under a key of its own. Throws StoreUnavailable, and errors of the file system. */
export const putTextFile = async (
  bucket: WritableBucket,
  { key, ...headers }: TextFile,
  { path, ...measured }: WrittenText,
): Promise<Omit<StoredText, 'records'>> => {
  await putFile(bucket, key, await readFile(path), { ...headers, contentEncoding: 'gzip' });
  return { key, ...measured };
};

/** Stored text whose content is verified too, if its size and checksum are given. */
export type ExpectedText = StoredFile & Partial<Pick<StoredText, 'contentBytes' | 'contentSha256'>>;

/**
 * Yields the lines of a stored text, without line feeds, including a last one without line feed. Holds one chunk. The
 * checksums are verified at the end, so lines read before may belong to a damaged file. Throws DamagedPublication, or
 * StoreUnavailable if S3 does not respond or nothing arrives for `silence` milliseconds.
 */
export async function* readTextLines(
  bucket: WritableBucket,
  expected: ExpectedText,
  silence = maxSilence,
): AsyncGenerator<string> {
  const { key, sha256, contentBytes = Number.POSITIVE_INFINITY, contentSha256 } = expected;
  const body = await openBody(bucket, expected);
  const stored = newMeter();
  const content = newMeter();
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // Errors propagate to the reader of the last stream.
  const text = pipeStreams(body, stored.stream, gunzip, content.stream, () => {}).setEncoding('utf8');
  const pieces = text[Symbol.asyncIterator]();
  let rest = '';
  try {
    let piece = await nextPiece(pieces, body, silence);
    while (!piece.done && content.bytes() <= contentBytes) {
      const lines = `${rest}${piece.value}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      piece = await nextPiece(pieces, body, silence);
    }
    const unpacked = content.sha256();
    if (stored.sha256() !== sha256 || unpacked !== (contentSha256 ?? unpacked)) {
      throw new DamagedPublication(`${key} is not what was stored`);
    }
  } catch (error) {
    throw readingFailure(key, error);
  } finally {
    body.destroy();
  }
  if (rest !== '') yield rest;
}

/** Opens the body of a stored text; a file of another length is rejected by its headers. */
const openBody = async (
  { client, bucket }: WritableBucket,
  { key, bytes }: StoredFile,
): Promise<Readable> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  try {
    const { Body, ContentLength } = await storeCall(
      `reading ${key}`,
      () => client.send(command),
      isNoSuchKey,
    );
    const body = Body instanceof Readable ? Body : Readable.from([]);
    if (ContentLength === bytes) return body;
    body.destroy();
  } catch (error) {
    if (isNoSuchKey(error)) throw new DamagedPublication(`${key} is not there`, { cause: error });
    throw error;
  }
  throw new DamagedPublication(`${key} is longer or shorter than it was stored`);
};

/**
 * Reads the next piece of text. Destroys the body if nothing arrives within `silence` milliseconds, so that reading
 * fails.
 */
const nextPiece = async (pieces: AsyncIterator<unknown>, body: Readable, silence: number) => {
  const timer = setTimeout(() => body.destroy(new Error(`nothing came for ${silence} ms`)), silence);
  try {
    return await pieces.next();
  } finally {
    clearTimeout(timer);
  }
};

/** Errors of zlib for bytes that are not gzip, damaged or truncated. */
const gzipDamage = z.object({ code: z.string().check(z.startsWith('Z_')) });

const readingFailure = (key: string, error: unknown): unknown => {
  if (error instanceof DamagedPublication) return error;
  if (gzipDamage.safeParse(error).success) {
    return new DamagedPublication(`${key} cannot be unpacked`, { cause: error });
  }
  return toStoreFailure(`reading ${key}`, error);
};

/** Creates a meter of bytes that are added, or that pass through its stream. */
const newMeter = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  const add = (chunk: Uint8Array) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      add(chunk);
      done(null, chunk);
    },
  });
  /** Returns the SHA-256 in hex; call it once, at the end. */
  return { add, stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
};
