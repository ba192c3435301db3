import { setTimeout as delay } from 'node:timers/promises';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import aws4, { type Request as SignedRequest } from 'aws4';
import { storeRequestHandler, storeRetries } from '../retry.ts';
import { type AwsCredentials, environmentCredentials, environmentVariable } from '../settings.ts';
import { type GetObject, readBody } from './bucket.ts';

export interface S3Location {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Endpoint of an S3-compatible store outside AWS, where the bucket is part of the path. */
  readonly endpoint?: string;
}

/** Reads the region, endpoint and credentials for a bucket from the environment. Throws InvalidSetting. */
export const s3LocationFromEnvironment = (bucket: string): S3Location => ({
  bucket,
  region: environmentVariable('AWS_REGION'),
  credentials: environmentCredentials(),
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});

/** Readable bucket that can also create links to its objects. */
export type ObjectReader = ReturnType<typeof objectReader>;

/** Minimum clock difference that is corrected, as in the SDK. S3 rejects times that are off by more than 15 minutes. */
const minSkewMilliseconds = 240_000;

/**
 * Creates a reader without the SDK's client, which would slow down every cold start. It retries and fails like the
 * SDK's client with this project's limits. Throws TypeError if the endpoint is not HTTP or HTTPS.
 */
export const objectReader = (location: S3Location) => {
  const url = urlOfBucket(location);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`the S3 endpoint must be HTTP or HTTPS, not ${url.protocol}`);
  const http = storeRequestHandler();
  const retries = storeRetries();
  /** Milliseconds by which S3's clock is ahead of this machine's clock. */
  let clockOffset = 0;

  const signGet = (options: Pick<SignedRequest, 'path' | 'headers' | 'signQuery'>): SignedRequest =>
    aws4.sign(
      { service: 's3', region: location.region, method: 'GET', host: url.host, ...options },
      location.credentials,
    );

  /**
   * Returns whether S3's clock differs from that of a request's signature, made with `signedOffset`, and if so corrects
   * later signatures. A concurrent request may have done so already.
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

  const getObject: GetObject = async (key, options) => {
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
  };

  return {
    getObject,
    /** Creates a URL that lets anyone read an object for `expiresIn` seconds after `signingDate`. */
    presign: (
      key: string,
      { expiresIn, signingDate }: { readonly expiresIn: number; readonly signingDate: Date },
    ): string => {
      // Includes the payload hash, as the SDK's links do.
      const query = `X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Date=${basicTime(signingDate)}&X-Amz-Expires=${expiresIn}`;
      const { path } = signGet({ path: `${pathOfKey(url, key)}?${query}`, signQuery: true });
      return `${url.origin}${path}`;
    },
  };
};

/** Returns the base URL of a bucket's keys, without a final slash. */
export const urlOfBucket = ({ bucket, region, endpoint }: S3Location): URL =>
  endpoint === undefined
    ? new URL(`https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`)
    : new URL(bucket, `${endpoint.replace(/\/+$/, '')}/`);

/** Characters that `encodeURIComponent` leaves unencoded, although signatures need them encoded. */
const unencoded = /[!'()*]/g;
const encodedUnit = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const encodedName = (name: string): string => encodeURIComponent(name).replace(unencoded, encodedUnit);

/** Returns the URL path of an object, as signed and sent. */
export const pathOfKey = ({ pathname }: URL, key: string): string =>
  `${pathname.replace(/\/$/, '')}/${key.split('/').map(encodedName).join('/')}`;

/** Formats a time in the basic form of ISO 8601: 20260102T030405Z. */
const basicTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

type SdkError = Parameters<typeof isTransientError>[0];
const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** Classifies an error for the SDK's retry strategies, which retry throttling and transient errors. */
const errorTypeOf = (error: unknown) => {
  if (!isSdkError(error)) return 'CLIENT_ERROR';
  return isThrottlingError(error) ? 'THROTTLING' : isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
};

/** Creates an error like the SDK's for an unexpected status. Its name is S3's error code. */
const s3Error = ({ statusCode, headers }: HttpResponse, body: string, clockSkewCorrected: boolean) => {
  const [, name = 'S3Error'] = /<Code>([^<]*)</.exec(body) ?? [];
  const [, message = 'no object'] = /<Message>([^<]*)</.exec(body) ?? [];
  // The redirect is not followed, because a bucket in another region means that the deployment is misconfigured.
  const region = headers['x-amz-bucket-region'];
  const place = region === undefined ? '' : `; the bucket is in ${region}`;
  return Object.assign(new Error(`S3 returned ${statusCode}: ${message}${place}`), {
    name,
    $metadata: { httpStatusCode: statusCode, requestId: headers['x-amz-request-id'], clockSkewCorrected },
  });
};
