import { storeRetries } from '../store-retries.ts';
import type { AskForObject, ReadableBucket } from './bucket.ts';
import { connectionsTo } from './connections.ts';
import { repeated } from './repeated.ts';
import { pathOfKey, type S3Place, urlOfBucket } from './s3-place.ts';
import { S3Refusal } from './s3-refusal.ts';
import { getSigner } from './signed-headers.ts';

/** Statuses of S3 that are not refusals. */
const found = 200;
const unchanged = 304;

/** Clock difference that is corrected; S3 refuses signatures more than 15 minutes off. */
const longestSkewMilliseconds = 240_000;

/**
 * Creates a bucket that is read without the SDK's client, which would lengthen each cold start. Requests, retries and
 * timeouts behave as in the SDK's client with this project's limits.
 */
export const signedBucket = (place: S3Place): ReadableBucket => {
  const url = urlOfBucket(place);
  const sign = getSigner(place);
  const get = connectionsTo(url);
  const retries = storeRetries();
  /** Milliseconds by which S3's clock is ahead of this machine's. */
  let ahead = 0;

  /**
   * Whether S3's clock differs from the one used to sign a request, `signedAhead` at the time; corrects later
   * signatures. Holds for each of several concurrent requests.
   */
  const isCorrected = (date: string | undefined, signedAhead: number): boolean => {
    const skew = date === undefined ? Number.NaN : Date.parse(date) - Date.now();
    if (!(Math.abs(skew - signedAhead) > longestSkewMilliseconds)) return false;
    ahead = skew;
    return true;
  };

  const askOnce: AskForObject = async (key, { knownEtag, abortSignal }) => {
    const path = pathOfKey(url, key);
    const condition = knownEtag === undefined ? undefined : { 'if-none-match': knownEtag };
    const signedAhead = ahead;
    const signed = sign(url.host, path, new Date(Date.now() + signedAhead));
    const { status, headers, bytes } = await get(path, { ...signed, ...condition }, abortSignal);
    if (status === found) return { kind: 'found', etag: headers.etag ?? '', bytes: () => bytes };
    const body = (await bytes).toString();
    if (status === unchanged) return { kind: 'unchanged' };
    const refusal = new S3Refusal({ status, headers, body }, isCorrected(headers.date, signedAhead));
    if (refusal.name === 'NoSuchKey') return { kind: 'absent' };
    throw refusal;
  };

  return {
    askFor: (key, asked) => repeated(retries, () => askOnce(key, asked), asked.abortSignal),
  };
};
