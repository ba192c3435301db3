import { setTimeout as delay } from 'node:timers/promises';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import aws4, { type Request as SignedRequest } from 'aws4';
import { storeRequestHandler, storeRetries } from '../retry.ts';
import { type AwsCredentials, environmentCredentials, environmentVariable } from '../settings.ts';
import { type GetObject, type ReadableBucket, readBody } from './bucket.ts';

/** Bucket with its region, endpoint and credentials. */
export interface S3Location {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Endpoint of an S3 other than AWS's, where the bucket goes into the path. */
  readonly endpoint?: string;
}

/** Reads the region, endpoint and credentials for a bucket from the environment. Throws InvalidSetting. */
export const s3LocationFromEnvironment = (bucket: string): S3Location => ({
  bucket,
  region: environmentVariable('AWS_REGION'),
  credentials: environmentCredentials(),
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});

/** Bucket for reading, whose objects can be shared by URL. */
export interface ObjectReader extends ReadableBucket {
  /** Creates a URL that opens an object for any holder, for `expiresIn` seconds from `signingDate`. */
  readonly presign: (
    key: string,
    validity: { readonly expiresIn: number; readonly signingDate: Date },
  ) => string;
}

/** Clock difference that is corrected, as in the SDK; S3 rejects signatures more than 15 minutes off. */
const minSkewMilliseconds = 240_000;

/**
 * Creates a reader that does without the SDK's client, which would lengthen each cold start. Retries, timeouts and
 * errors are those of the SDK's client with this project's limits. Throws TypeError for endpoints other than HTTP and
 * HTTPS.
 */
export const objectReader = (place: S3Location): ObjectReader => {
  const url = urlOfBucket(place);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`S3 cannot be reached by ${url.protocol}`);
  const http = storeRequestHandler();
  const retries = storeRetries();
  /** Milliseconds by which S3's clock is ahead of this machine's. */
  let clockOffset = 0;

  const signGet = (options: Pick<SignedRequest, 'path' | 'headers' | 'signQuery'>): SignedRequest =>
    aws4.sign(
      { service: 's3', region: place.region, method: 'GET', host: url.host, ...options },
      place.credentials,
    );

  /**
   * Returns whether S3's clock differs from the one that signed a request, `signedOffset` at the time, and corrects
   * later signatures. Works for concurrent requests.
   */
  const correctClock = (date: string | undefined, signedOffset: number): boolean => {
    const skew = Date.parse(date ?? '') - Date.now();
    if (!(Math.abs(skew - signedOffset) > minSkewMilliseconds)) return false;
    clockOffset = skew;
    return true;
  };

  const attempt: GetObject = async (key, { knownEtag, abortSignal }) => {
    const signedOffset = clockOffset;
    const signed = signGet({
      path: pathOfKey(url, key),
      headers: {
        'X-Amz-Date': basicTime(new Date(Date.now() + signedOffset)),
        ...(knownEtag !== undefined && { 'If-None-Match': knownEtag }),
      },
    });
    const request = new HttpRequest({
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port && { port: Number(url.port) }),
      method: 'GET',
      path: signed.path,
      headers: Object.fromEntries(
        Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)]),
      ),
    });
    const { response } = await http.handle(request, { abortSignal });
    const { statusCode, headers } = response;
    if (statusCode === 200) {
      const length = headers['content-length'];
      return {
        kind: 'found',
        etag: headers.etag ?? '',
        bytes: () => readBody(response.body, length === undefined ? undefined : Number(length)),
      };
    }
    const body = Buffer.from(await readBody(response.body)).toString();
    if (statusCode === 304) return { kind: 'unchanged' };
    const error = s3Error(response, body, correctClock(headers.date, signedOffset));
    if (error.name === 'NoSuchKey') return { kind: 'absent' };
    throw error;
  };

  return {
    getObject: async (key, options) => {
      let progress = await retries.acquireInitialRetryToken();
      for (;;) {
        try {
          const result = await attempt(key, options);
          retries.recordSuccess();
          return result;
        } catch (error) {
          const failure = { error, errorType: errorTypeOf(error) } as const;
          const next = await retries.refreshRetryTokenForRetry(progress, failure).catch(() => undefined);
          if (next === undefined) throw error;
          progress = next;
          await delay(progress.getRetryDelay(), undefined, { signal: options.abortSignal });
        }
      }
    },
    presign: (key, { expiresIn, signingDate }) => {
      // The SDK's links name the payload's hash too.
      const query = `X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Date=${basicTime(signingDate)}&X-Amz-Expires=${expiresIn}`;
      const { path } = signGet({ path: `${pathOfKey(url, key)}?${query}`, signQuery: true });
      return `${url.origin}${path}`;
    },
  };
};

/** Returns the URL below which a bucket's keys lie, without a final slash. */
export const urlOfBucket = ({ bucket, region, endpoint }: S3Location): URL =>
  endpoint === undefined
    ? new URL(`https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`)
    : new URL(bucket, `${endpoint.replace(/\/+$/, '')}/`);

/** Characters that `encodeURIComponent` leaves and signatures must encode. */
const unencoded = /[!'()*]/g;
const encodedUnit = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const encodedName = (name: string): string => encodeURIComponent(name).replace(unencoded, encodedUnit);

/** Returns the path of an object below the URL of its bucket, as signed and sent. */
export const pathOfKey = ({ pathname }: URL, key: string): string =>
  `${pathname.replace(/\/$/, '')}/${key.split('/').map(encodedName).join('/')}`;

/** Formats a time in the basic form of ISO 8601: 20260102T030405Z. */
const basicTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

type SdkError = Parameters<typeof isTransientError>[0];
const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** Returns the type by which the SDK's retry strategies decide, of which the first two are retried. */
const errorTypeOf = (error: unknown) => {
  if (!isSdkError(error)) return 'CLIENT_ERROR';
  return isThrottlingError(error) ? 'THROTTLING' : isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
};

/** Creates the error for a status other than that of an object, in the form of the SDK's; S3's code is its name. */
const s3Error = ({ statusCode, headers }: HttpResponse, body: string, clockSkewCorrected: boolean) => {
  const [, name = 'S3Error'] = /<Code>([^<]*)</.exec(body) ?? [];
  const [, message = 'no object'] = /<Message>([^<]*)</.exec(body) ?? [];
  // Not followed, because a bucket in another region means that the deployment is wrong.
  const region = headers['x-amz-bucket-region'];
  const place = region === undefined ? '' : `; the bucket is in ${region}`;
  return Object.assign(new Error(`S3 returned ${statusCode}: ${message}${place}`), {
    name,
    $metadata: { httpStatusCode: statusCode, requestId: headers['x-amz-request-id'], clockSkewCorrected },
  });
};
