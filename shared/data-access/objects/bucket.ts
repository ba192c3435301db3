import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { storeCall } from '../store-failure.ts';

/** Answer of S3 to a request for an object, before its body. */
type ObjectAnswer =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: () => Promise<Uint8Array> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** Requests an object, unless it still has `knownEtag`. The signal also aborts the body. */
export type AskForObject = (
  key: string,
  asked: { readonly knownEtag?: string; readonly abortSignal: AbortSignal },
) => Promise<ObjectAnswer>;

/** Bucket for reading. */
export interface ReadableBucket {
  readonly askFor: AskForObject;
}

/** Bucket with the SDK's client, for writing. */
export interface WritableBucket {
  readonly client: S3Client;
  readonly bucket: string;
}

/** Bucket for reading and writing: see sdkBucket. */
export interface Bucket extends ReadableBucket, WritableBucket {}

/** Result of reading an object. */
export type ObjectReading =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: Uint8Array }
  | Exclude<ObjectAnswer, { kind: 'found' }>;

/** Maximum time to read an object: the client's own timeouts do not cover the body. */
const longestReadingMilliseconds = 15_000;

/** Attempts for an object whose body breaks off, which clients do not retry themselves. */
const mostReadings = 3;

/** Returns the SHA-256 of the bytes in hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads a whole object, or nothing if its ETag is still `knownEtag`. Throws StoreUnavailable. Without permission to
 * list the bucket, S3 answers 403 for a missing object, which is StoreUnavailable too.
 */
export const readObject = async (
  { askFor }: ReadableBucket,
  key: string,
  knownEtag?: string,
): Promise<ObjectReading> => {
  const abortSignal = AbortSignal.timeout(longestReadingMilliseconds);
  const read = async (): Promise<ObjectReading> => {
    for (let reading = 1; ; reading += 1) {
      const answer = await askFor(key, { knownEtag, abortSignal });
      if (answer.kind !== 'found') return answer;
      try {
        return { ...answer, bytes: await answer.bytes() };
      } catch (error) {
        if (reading === mostReadings || abortSignal.aborted) throw error;
      }
    }
  };
  return storeCall(`reading ${key}`, read);
};
