import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { storeCall } from '../store-failure.ts';

/** The bucket of published files, and how to reach it. */
export interface PublishedBucket {
  readonly client: S3Client;
  readonly bucket: string;
}

/** What a look at an object found. */
export type ObjectReading =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: Uint8Array }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** The client's own limits end with the headers of an answer: a body that stalls must end as well. */
const longestReadingMilliseconds = 15_000;

/** How often an object is asked for whose answer began and broke off, which the client itself does not repeat. */
const mostReadings = 3;

/** Whether S3 answered with this status. */
export const answeredWith = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** A bucket that is not there is answered with the same status, but is a fault. */
export const saysNoSuchKey = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey';

/** SHA-256 of the bytes, hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads an object whole, or not at all where its ETag is still `knownEtag`. Throws StoreUnavailable. Without the
 * permission to list the bucket, S3 answers 403 for an object that is not there, which is StoreUnavailable too.
 */
export const readObject = async (
  { client, bucket }: PublishedBucket,
  key: string,
  knownEtag?: string,
): Promise<ObjectReading> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch: knownEtag });
  const isAnswer = (error: unknown) => answeredWith(error, 304) || saysNoSuchKey(error);
  const abortSignal = AbortSignal.timeout(longestReadingMilliseconds);
  const read = async (): Promise<ObjectReading> => {
    for (let reading = 1; ; reading += 1) {
      const { Body, ETag = '' } = await client.send(command, { abortSignal });
      try {
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return { kind: 'found', etag: ETag, bytes };
      } catch (error) {
        if (reading === mostReadings || abortSignal.aborted) throw error;
      }
    }
  };
  try {
    return await storeCall(`reading ${key}`, read, isAnswer);
  } catch (error) {
    if (answeredWith(error, 304)) return { kind: 'unchanged' };
    if (saysNoSuchKey(error)) return { kind: 'absent' };
    throw error;
  }
};

/** The headers with which clients will get a file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly contentDisposition?: string;
}

/** Stores a file under a key that is its own. Throws StoreUnavailable. */
export const putFile = async (
  { client, bucket }: PublishedBucket,
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
