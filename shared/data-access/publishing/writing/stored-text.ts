import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import type { WritableBucket } from '../../objects/bucket.ts';
import { saysNoSuchKey } from '../../s3-answers.ts';
import { storeCall, toStoreFailure } from '../../store-failure.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { StoredText } from '../reading/published-manifest.ts';
import { meteredBy, newMeter } from './measured-stream.ts';

/** A stored text, as whoever wrote it measured it. */
export type ExpectedText = Omit<StoredText, 'records'>;

/**
 * Several times zlib's own: most of the time would go into the turns of the event loop between small chunks. Larger ones
 * are no faster, and leave more to the collector.
 */
const chunkBytes = 64 * 1024;

/** The client's own limits end with the headers of an answer: a body that stalls must end as well. */
const longestSilence = 15_000;

/** The stored bytes as they come. The length is known with the headers, so a file of another is not read at all. */
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

/** The next piece of text. A body of which nothing comes for so long is ended, and reading it fails. */
const nextPiece = async (pieces: AsyncIterator<unknown>, body: Readable, silence: number) => {
  const timer = setTimeout(() => body.destroy(new Error(`nothing came for ${silence} ms`)), silence);
  try {
    return await pieces.next();
  } finally {
    clearTimeout(timer);
  }
};

/** What zlib says of bytes that are no gzip, damaged or cut off. */
const gzipDamage = z.object({ code: z.string().startsWith('Z_') });

const readingFailure = (key: string, error: unknown): unknown => {
  if (error instanceof DamagedPublication) return error;
  if (gzipDamage.safeParse(error).success) {
    return new DamagedPublication(`${key} cannot be unpacked`, { cause: error });
  }
  return toStoreFailure(`reading ${key}`, error);
};

/**
 * The lines of a stored text, without their line feeds, the last one even if it has none. One chunk of it is held at a
 * time. Whether all was as it should be is known at the end only: what was read before may belong to a damaged file.
 * Throws DamagedPublication, or StoreUnavailable where S3 does not answer or nothing comes for `silence` milliseconds.
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
  // Errors reach the reader of the last stream.
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
