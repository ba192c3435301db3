import { storeRetries } from '../store-retries.ts';
import type { AskForObject, ReadableBucket } from './bucket.ts';
import { connectionsTo } from './connections.ts';
import { repeated } from './repeated.ts';
import { pathOfKey, type S3Place, urlOfBucket } from './s3-place.ts';
import { S3Refusal } from './s3-refusal.ts';
import { getSigner } from './signed-headers.ts';

/** S3 answers all this to readers; what else it says is a refusal. */
const found = 200;
const unchanged = 304;

/** A clock that is further from S3's is corrected: S3 refuses signatures that are 15 minutes away from its own. */
const longestSkewMilliseconds = 240_000;

/**
 * A bucket that is read without the SDK's client of S3: loading that takes several times as long as all else that the
 * first answer of a function needs. It asks, repeats and gives up as the client does with the limits of this house.
 */
export const signedBucket = (place: S3Place): ReadableBucket => {
  const url = urlOfBucket(place);
  const sign = getSigner(place);
  const get = connectionsTo(url);
  const retries = storeRetries();
  /** Milliseconds that S3's clock is ahead of this machine's. */
  let ahead = 0;

  /**
   * Whether S3's clock is another than the one that a request was signed by, which was so far ahead: of several that were
   * sent side by side each is. They are signed by S3's from then on.
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
