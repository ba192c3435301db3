import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import aws4, { type Request as SignedRequest } from 'aws4';
import { isLostConnection, storeRetries } from '../retry.ts';
import { type GetObject, type ReadableBucket, readBody } from './bucket.ts';
import { pathOfKey, type S3Location, urlOfBucket } from './s3-location.ts';

/** Creates a URL that opens an object for any holder, for `expiresIn` seconds from `signingDate`. */
export type Presign = (
  key: string,
  validity: { readonly expiresIn: number; readonly signingDate: Date },
) => string;

/** Bucket for reading, whose objects can be shared by URL. */
export interface ObjectReader extends ReadableBucket {
  readonly presign: Presign;
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
  const send = sender(url);
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
    const response = await send(signed, abortSignal);
    const { statusCode, headers } = response;
    if (statusCode === 200) {
      const length = headers['content-length'];
      return {
        kind: 'found',
        etag: headers.etag ?? '',
        bytes: () => readBody(response, length === undefined ? undefined : Number(length)),
      };
    }
    const body = Buffer.from(await readBody(response)).toString();
    if (statusCode === 304) return { kind: 'unchanged' };
    const error = new S3Error(response, body, correctClock(headers.date, signedOffset));
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
          const failure = {
            error,
            errorType: errorTypeOf(error),
            retryAfterHint: error instanceof S3Error ? error.retryAfter : undefined,
          };
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

/** Formats a time in the basic form of ISO 8601: 20260102T030405Z. */
const basicTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

/** Milliseconds for a connection to open, and for the response to begin. */
const connectionTimeout = 500;
const responseTimeout = 1_000;

/** S3 was too slow. Has the SDK's name for it. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Milliseconds after which an idle connection may have been dropped silently, as behind a NAT, or while a function was
 * frozen.
 */
const maxIdleMilliseconds = 5_000;

const agents = { 'http:': Agent, 'https:': TlsAgent };
const isProtocol = (protocol: string): protocol is keyof typeof agents => protocol in agents;

/**
 * Creates a function that sends a GET over persistent connections, and resolves when the response begins. The signal
 * also aborts its body.
 */
const sender = (url: URL) => {
  if (!isProtocol(url.protocol)) throw new TypeError(`S3 cannot be reached by ${url.protocol}`);
  const agent = new agents[url.protocol]({ keepAlive: true });
  /** Times in epoch milliseconds, as monotonic clocks may stop while an instance is frozen. */
  const idleSince = new WeakMap<Socket, number>();
  const closeOldConnections = (): void => {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
      const age = Date.now() - (idleSince.get(socket) ?? 0);
      // A negative age means that the clock was set back.
      if (age < 0 || age > maxIdleMilliseconds) socket.destroy();
    }
  };

  return ({ path, headers }: SignedRequest, signal: AbortSignal): Promise<IncomingMessage> => {
    closeOldConnections();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, { agent, path, headers, signal });
    const limit = (milliseconds: number, what: string) => {
      const error = new TimeoutError(`no ${what} within ${milliseconds} ms`);
      const timer = setTimeout(() => sent.destroy(error), milliseconds);
      sent.once('close', () => clearTimeout(timer));
      return timer;
    };
    const responseTimer = limit(responseTimeout, 'response');
    sent.once('socket', (socket) => {
      sent.once('close', () => idleSince.set(socket, Date.now()));
      if (!socket.connecting) return;
      const connectionTimer = limit(connectionTimeout, 'connection');
      socket.once('connect', () => clearTimeout(connectionTimer));
    });
    sent.once('response', (response) => {
      clearTimeout(responseTimer);
      resolve(response);
    });
    // Errors after the response has begun are those of its body.
    sent.on('error', reject);
    sent.end();
    return promise;
  };
};

/** Types of failure in the SDK's retry strategies, of which the first two are retried. */
type ErrorType = 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR';

const errorTypeOf = (error: unknown): ErrorType => {
  if (error instanceof S3Error) return error.errorType;
  return error instanceof TimeoutError || isLostConnection(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
};

/** S3's status was not that of an object. Has the form of the SDK's errors; the name is S3's code if there is one. */
class S3Error extends Error {
  override readonly name: string;
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  readonly errorType: ErrorType;
  /** Earliest time of a retry. */
  readonly retryAfter: Date | undefined;

  constructor({ statusCode = 0, headers }: IncomingMessage, body: string, isClockCorrected: boolean) {
    const [, code = 'S3Error'] = /<Code>([^<]*)</.exec(body) ?? [];
    const [, message = 'no object'] = /<Message>([^<]*)</.exec(body) ?? [];
    // Not followed, because a bucket in another region means that the deployment is wrong.
    const region = headers['x-amz-bucket-region'];
    super(
      `S3 returned ${statusCode}: ${message}${region === undefined ? '' : `; the bucket is in ${region}`}`,
    );
    this.name = code;
    this.$metadata = { httpStatusCode: statusCode, requestId: headers['x-amz-request-id']?.toString() };
    const isTransient =
      isClockCorrected || code === 'RequestTimeout' || [500, 502, 503, 504].includes(statusCode);
    const isThrottled = statusCode === 429 || code === 'SlowDown';
    this.errorType = isThrottled ? 'THROTTLING' : isTransient ? 'TRANSIENT' : 'CLIENT_ERROR';
    this.retryAfter = timeOf(headers['retry-after']);
  }
}

/** Parses Retry-After, in seconds or as a date. */
const timeOf = (retryAfter = ''): Date | undefined => {
  const seconds = /^\d+(\.\d+)?$/.test(retryAfter);
  const time = seconds ? Date.now() + Number(retryAfter) * 1_000 : Date.parse(retryAfter);
  return Number.isNaN(time) ? undefined : new Date(time);
};
