import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { hasS3Status, isNoSuchKey, storeCall, toStoreFailure } from '../errors.ts';
import { type Bucket, readBody, sha256Of, type WritableBucket } from './bucket.ts';

/** Creates a bucket that uses the SDK's client, for writing or with credentials other than a function's. */
export const sdkBucket = (client: S3Client, bucket: string): Bucket => ({
  client,
  bucket,
  async getObject(key, { knownEtag, abortSignal }) {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch: knownEtag });
    try {
      const { Body, ContentLength, ETag = '' } = await client.send(command, { abortSignal });
      const bytes = async () => {
        if (!(Body instanceof Readable)) throw new TypeError('the response has no readable body');
        return readBody(Body, ContentLength);
      };
      return { kind: 'found', etag: ETag, bytes };
    } catch (error) {
      if (hasS3Status(error, 304)) return { kind: 'unchanged' };
      if (isNoSuchKey(error)) return { kind: 'absent' };
      throw error;
    }
  },
});

/** Response headers of a stored file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
}

/** Stores a file under a key, and returns its size and SHA-256. Throws StoreUnavailable. */
export const putFile = async (
  { client, bucket }: WritableBucket,
  key: string,
  bytes: Uint8Array,
  { contentType, contentEncoding, contentDisposition, cacheControl }: FileHeaders,
): Promise<{ key: string; bytes: number; sha256: string }> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: bytes,
    ContentType: contentType,
    ContentEncoding: contentEncoding,
    ContentDisposition: contentDisposition,
    CacheControl: cacheControl,
  });
  await storeCall(`storing ${key}`, () => client.send(command));
  return { key, bytes: bytes.length, sha256: sha256Of(bytes) };
};

interface JsonObject {
  readonly key: string;
  readonly content: object;
  /** ETag that the stored object must still have, or null if there must be no object. */
  readonly replaces?: string | null | undefined;
  /** Whether to compress the object with gzip. */
  readonly compress?: boolean;
  readonly cacheControl?: string;
}

/** Stores JSON and returns its ETag; undefined if `replaces` does not match. Throws StoreUnavailable. */
export const putJson = async (
  { client, bucket }: WritableBucket,
  operation: string,
  { key, content, replaces, compress = false, cacheControl }: JsonObject,
  abortSignal?: AbortSignal,
): Promise<string | undefined> => {
  const text = `${JSON.stringify(content)}\n`;
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: compress ? gzipSync(text) : text,
    ContentType: 'application/json',
    CacheControl: cacheControl,
    ...(compress && { ContentEncoding: 'gzip' }),
    ...(replaces === null ? { IfNoneMatch: '*' } : { IfMatch: replaces }),
  });
  try {
    const { ETag = '' } = await client.send(command, { abortSignal });
    return ETag;
  } catch (error) {
    // 409 means that there was a concurrent write, and NoSuchKey means that the object was deleted since it was read.
    if (replaces !== undefined && (hasS3Status(error, 412, 409) || isNoSuchKey(error))) return undefined;
    throw toStoreFailure(operation, error);
  }
};

/** Deletions that run at the same time. */
const concurrentDeletions = 50;

/** Deletes objects. Objects that do not exist are ignored. Throws StoreUnavailable. */
export const deleteObjects = (
  { client, bucket: Bucket }: WritableBucket,
  operation: string,
  keys: readonly string[],
): Promise<void> =>
  storeCall(operation, async () => {
    for (let start = 0; start < keys.length; start += concurrentDeletions) {
      const some = keys.slice(start, start + concurrentDeletions);
      await Promise.all(some.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
    }
  });
