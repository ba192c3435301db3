import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import type { WritableBucket } from '../../objects/bucket.ts';
import { saysNoSuchKey } from '../../s3-answers.ts';
import { storeCall, toStoreFailure } from '../../store-failure.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { StoredText } from '../reading/published-manifest.ts';
import { meteredBy, newMeter } from './measured-stream.ts';

/** Stored text, as its writer measured it. */
export type ExpectedText = Omit<StoredText, 'records'>;

/**
 * Chunk size of zlib's output, in bytes: with its small default the event loop dominates, and larger chunks cause more
 * garbage collection.
 */
const chunkBytes = 64 * 1024;

/** Maximum milliseconds without data: the client's own timeouts do not cover the body. */
const longestSilence = 15_000;

/** Opens the body of a stored text; a file of another length is rejected by its headers. */
const openBody = async ({ client, bucket }: WritableBucket, { key, bytes }: ExpectedText) => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  try {
    const { Body, ContentLength } = await storeCall(
      `reading ${key}`,
      () => client.send(command),
      saysNoSuchKey,
    );
    const body = Body instanceof Readable ? Body : Readable.from([]);
    if (ContentLength === bytes) return body;
    body.destroy();
  } catch (error) {
    if (saysNoSuchKey(error)) throw new DamagedPublication(`${key} is not there`, { cause: error });
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

/**
 * Yields the lines of a stored text, without line feeds, including a last one without line feed. Holds one chunk. The
 * checksum is verified at the end, so lines read before may belong to a damaged file. Throws DamagedPublication, or
 * StoreUnavailable if S3 does not answer or nothing arrives for `silence` milliseconds.
 */
export async function* readStoredText(
  bucket: WritableBucket,
  expected: ExpectedText,
  silence = longestSilence,
): AsyncGenerator<string> {
  const { key } = expected;
  const body = await openBody(bucket, expected);
  const stored = newMeter();
  const content = newMeter();
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // Errors propagate to the reader of the last stream.
  const text = pipeline(body, meteredBy(stored), gunzip, meteredBy(content), () => {}).setEncoding('utf8');
  const pieces = text[Symbol.asyncIterator]();
  let rest = '';
  try {
    let piece = await nextPiece(pieces, body, silence);
    while (!piece.done && content.bytes <= expected.contentBytes) {
      const lines = `${rest}${piece.value}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      piece = await nextPiece(pieces, body, silence);
    }
    if (
      stored.measure().sha256 !== expected.sha256 ||
      content.bytes !== expected.contentBytes ||
      content.measure().sha256 !== expected.contentSha256
    ) {
      throw new DamagedPublication(`${key} is not what was stored`);
    }
  } catch (error) {
    throw readingFailure(key, error);
  } finally {
    body.destroy();
  }
  if (rest !== '') yield rest;
}
