import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ReadableBucket, WritableBucket } from '../objects/bucket.ts';
import { type FileHeaders, putFile } from '../objects/sdk-bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile, type StoredText } from './manifest.ts';

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
 * Yields the lines of a stored text, without line feeds, including a last one without line feed. Holds the compressed
 * text and one chunk. The checksum of the content is verified at the end. Throws DamagedPublication, or
 * StoreUnavailable.
 */
export async function* readTextLines(bucket: ReadableBucket, expected: ExpectedText): AsyncGenerator<string> {
  const { key, contentSha256 } = expected;
  const stored = await readStoredFile(bucket, expected);
  const content = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of createGunzip({ chunkSize: chunkBytes }).end(stored)) {
      content.update(chunk);
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new DamagedPublication(`${key} cannot be unpacked`, { cause: error });
  }
  if (contentSha256 !== undefined && content.digest('hex') !== contentSha256) {
    throw new DamagedPublication(`${key} holds another text than was stored`);
  }
  if (rest !== '') yield rest;
}
