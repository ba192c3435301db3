import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { answeredWith, saysNoSuchKey } from '../s3-answers.ts';
import { storeCall } from '../store-failure.ts';
import type { AskForObject, Bucket, WritableBucket } from './bucket.ts';

/**
 * Reads a body into one buffer of the announced length; collecting parts first, as for a body of unknown length, holds
 * a large object twice. Throws TypeError if the body is not a Node stream.
 */
const bytesOf = async (body: unknown, length: number | undefined): Promise<Uint8Array> => {
  if (!(body instanceof Readable)) throw new TypeError('the answer has no body that can be read');
  if (length === undefined) return Buffer.concat(await body.toArray());
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of body) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return bytes.subarray(0, filled);
};

const askBy =
  (client: S3Client, bucket: string): AskForObject =>
  async (key, { knownEtag, abortSignal }) => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch: knownEtag });
    try {
      const { Body, ContentLength, ETag = '' } = await client.send(command, { abortSignal });
      return { kind: 'found', etag: ETag, bytes: () => bytesOf(Body, ContentLength) };
    } catch (error) {
      if (answeredWith(error, 304)) return { kind: 'unchanged' };
      if (saysNoSuchKey(error)) return { kind: 'absent' };
      throw error;
    }
  };

/** Creates a bucket with the SDK's client, for writing, or for credentials other than a function's. */
export const sdkBucket = (client: S3Client, bucket: string): Bucket => ({
  client,
  bucket,
  askFor: askBy(client, bucket),
});

/** Response headers of a stored file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly contentDisposition?: string;
}

/** Stores a file under a key of its own. Throws StoreUnavailable. */
export const putFile = async (
  { client, bucket }: WritableBucket,
  key: string,
  bytes: Uint8Array,
  { contentType, contentEncoding, contentDisposition }: FileHeaders,
): Promise<void> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: bytes,
    ContentType: contentType,
    ContentEncoding: contentEncoding,
    ContentDisposition: contentDisposition,
  });
  await storeCall(`storing ${key}`, () => client.send(command));
};
