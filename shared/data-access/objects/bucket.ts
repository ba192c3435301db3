import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type * as z from 'zod/mini';
import { storeCall } from '../errors.ts';
import { jsonText } from '../settings.ts';

/** S3's response to a GET, before its body is read. */
type ObjectResponse =
  | { readonly kind: 'found'; readonly etag: string; readonly bytes: () => Promise<Uint8Array> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** Gets an object, unless its ETag is still `knownEtag`. The signal also aborts reading the body. */
export type GetObject = (
  key: string,
  options: { readonly knownEtag?: string; readonly abortSignal: AbortSignal },
) => Promise<ObjectResponse>;

export interface ReadableBucket {
  readonly getObject: GetObject;
}

/** Bucket with the SDK's client, for writing. */
export interface WritableBucket {
  readonly client: S3Client;
  readonly bucket: string;
}

/** Bucket for reading and writing: see sdkBucket. */
export interface Bucket extends ReadableBucket, WritableBucket {}

/** Maximum time to read an object, by default. The client's own timeouts do not limit the whole body. */
export const maxReadingMilliseconds = 15_000;

/** Maximum number of attempts if a body is truncated. Clients do not retry this themselves. */
const maxAttempts = 3;

/** Reads a body. With a known length, the chunks are not collected first, which would take twice the memory. */
export const readBody = async (body: Readable, length?: number): Promise<Uint8Array> => {
  if (length === undefined) return Buffer.concat(await body.toArray());
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of body) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return bytes.subarray(0, filled);
};

/** Returns the SHA-256 of the bytes in hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads an object, unless its ETag is still `knownEtag`. Throws StoreUnavailable, also for a missing object if the
 * caller may not list the bucket, because S3 then returns 403.
 */
export const readObject = (
  { getObject }: ReadableBucket,
  key: string,
  knownEtag?: string,
  milliseconds = maxReadingMilliseconds,
) =>
  storeCall(`reading ${key}`, async () => {
    const abortSignal = AbortSignal.timeout(milliseconds);
    for (let reading = 1; ; reading += 1) {
      const response = await getObject(key, { knownEtag, abortSignal });
      if (response.kind !== 'found') return response;
      try {
        return { ...response, bytes: await response.bytes() };
      } catch (error) {
        if (reading === maxAttempts || abortSignal.aborted) throw error;
      }
    }
  });

/**
 * Reads an object that contains JSON; undefined if it is absent. If it does not match the schema, the result has an
 * error instead of data. Throws StoreUnavailable.
 */
export const readJson = async <T>(bucket: ReadableBucket, key: string, schema: z.ZodMiniType<T>) => {
  const reading = await readObject(bucket, key);
  if (reading.kind !== 'found') return undefined;
  const { data, error } = jsonText(schema).safeParse(Buffer.from(reading.bytes).toString('utf8'));
  return { etag: reading.etag, data, error };
};
