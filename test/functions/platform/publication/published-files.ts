import { gunzipSync } from 'node:zlib';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/published-catalogue.ts';
import { bucketClient, type LocalBucket } from '../../../support/local-bucket.ts';
import { patientWaits } from '../../patient-waits.ts';

/** Returns the lines of a compressed file, parsed as JSON. */
export const linesIn = async (store: LocalBucket, key: string) => {
  const text = gunzipSync(await store.get(key)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

/** Returns the catalogue of a new function instance. */
export const catalogueOf = (bucket: Bucket) =>
  publishedCatalogue({ ...bucket, checkSeconds: 60, now: Date.now, waits: patientWaits }).current();

type OnRequest = (key: string, command: string) => unknown;

/** Returns a bucket that calls `before` and `after` around each request. If one of them throws, the request fails. */
export const interceptedBucket = (
  { endpoint, bucket }: LocalBucket,
  { before, after }: { readonly before?: OnRequest; readonly after?: OnRequest },
): Bucket => {
  const client = bucketClient(endpoint, 1);
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const key = 'Key' in request.input ? String(request.input.Key) : '';
        await before?.(key, commandName);
        const response = await next(request);
        await after?.(key, commandName);
        return response;
      },
    { step: 'initialize' },
  );
  return sdkBucket(client, bucket);
};

/** Calls `handle` only for puts. */
export const onPut =
  (handle: (key: string) => unknown): OnRequest =>
  (key, command) =>
    command === 'PutObjectCommand' && handle(key);

/** Fails puts of these keys. */
export const failOnPut = (fails: (key: string) => boolean) =>
  onPut((key) => {
    if (fails(key)) throw new Error('connection lost');
  });
