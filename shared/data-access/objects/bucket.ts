import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { storeCall } from '../store-failure.ts';

/** What S3 answers to the wish for an object, before the bytes of it have come. */
type ObjectAnswer =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: () => Promise<Uint8Array> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** Asks for an object, unless it still has `knownEtag`. The signal ends its bytes as well. */
export type AskForObject = (
  key: string,
  asked: { readonly knownEtag?: string; readonly abortSignal: AbortSignal },
) => Promise<ObjectAnswer>;

/** A bucket as those see it who only read. */
export interface ReadableBucket {
  readonly askFor: AskForObject;
}

/** A bucket, and the SDK's client that reaches it. */
export interface WritableBucket {
  readonly client: S3Client;
  readonly bucket: string;
}

/** The bucket of published files as those have it who write them: see sdkBucket. */
export interface Bucket extends ReadableBucket, WritableBucket {}

/** What a look at an object found. */
export type ObjectReading =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: Uint8Array }
  | Exclude<ObjectAnswer, { kind: 'found' }>;

/** Limits of the clients end with the headers of an answer: a body that stalls must end as well. */
const longestReadingMilliseconds = 15_000;

/** How often an object is asked for whose answer began and broke off, which clients themselves do not repeat. */
const mostReadings = 3;

/** SHA-256 of the bytes, hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads an object whole, or not at all where its ETag is still `knownEtag`. Throws StoreUnavailable. Without the
 * permission to list the bucket, S3 answers 403 for an object that is not there, which is StoreUnavailable too.
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
