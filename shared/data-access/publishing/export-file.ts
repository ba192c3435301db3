import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ReadableBucket, WritableBucket } from '../objects/bucket.ts';
import { type FileHeaders, putFile } from '../objects/sdk-bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile, type StoredText } from './manifest.ts';

/** The highest of zlib's fast levels. Smaller files would slow down publications, which outnumber downloads. */
const gzipLevel = 3;

/** Size of zlib's chunks. With the small default, most time would be spent in the event loop. */
const chunkBytes = 64 * 1024;

export type TextWriter = ReturnType<typeof writeTextFile>;

/**
 * Creates a writer that compresses text into a new local file at `path`, to be stored under `key` with these headers.
 * Its methods also throw file system errors.
 */
export const writeTextFile = (
  bucket: WritableBucket,
  path: string,
  { key, ...headers }: FileHeaders & { readonly key: string },
) => {
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
    /** Appends text. Await each call, so that memory holds only the text that is being compressed. */
    async write(text: string): Promise<void> {
      batch += text;
      if (batch.length >= chunkBytes) await flush();
    },
    /** Completes the file, and stores it with its number of records. Throws StoreUnavailable. */
    async store(records: number): Promise<StoredText> {
      await flush();
      gzip.end();
      await written;
      const bytes = await readFile(path);
      const stored = await putFile(bucket, key, bytes, { ...headers, contentEncoding: 'gzip' });
      return { ...stored, records, contentBytes, contentSha256: content.digest('hex') };
    },
    /** Closes the local file. Does nothing if the file has been stored. */
    close: () => void gzip.destroy(),
  };
};

/** Stored text. Its content is verified too if its checksum is given. */
export type ExpectedText = StoredFile & Partial<Pick<StoredText, 'contentSha256'>>;

/**
 * Yields the lines of a stored text, whose last line feed is optional. Memory holds the compressed file and one chunk
 * of text. The checksum is verified at the end. Throws DamagedPublication or StoreUnavailable.
 */
export async function* readTextLines(bucket: ReadableBucket, file: ExpectedText): AsyncGenerator<string> {
  const { key, contentSha256 } = file;
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  gunzip.end(await readStoredFile(bucket, file));
  const content = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      content.update(chunk);
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new DamagedPublication(`${key} cannot be decompressed`, { cause: error });
  }
  const unpacked = content.digest('hex');
  if (unpacked !== (contentSha256 ?? unpacked))
    throw new DamagedPublication(`the SHA-256 of the text in ${key} differs from the manifest`);
  if (rest !== '') yield rest;
}
