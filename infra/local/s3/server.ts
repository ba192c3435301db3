import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { type Answer, answerOf, sendAnswer } from '../http/answer.ts';
import { drain, listen } from '../http/listening.ts';
import { splitOnce } from '../http/request-target.ts';
import type { State } from '../state.ts';
import { S3Error, toS3Error } from './errors.ts';
import { type OnCreated, operate, type S3Request, xmlDocument } from './operations.ts';
import { decodePercent, type SignatureTerms, signableRequest, verifySignature } from './signature.ts';
import { openStorage } from './storage.ts';

export interface S3Settings extends Omit<SignatureTerms, 'service'> {
  /** State that contains the records of objects. */
  readonly state: State;
  /** Directory for the contents of objects. Only this server may use it. */
  readonly directory: string;
  readonly log?: (line: string) => void;
  /** Epoch milliseconds, used to check whether signatures have expired. */
  readonly now?: () => number;
  /**
   * When to disconnect a client that neither sends nor reads (default: 2 minutes, longer than syncing 5 GB to disk).
   */
  readonly silenceMilliseconds?: number;
}

/** A CORS rule for pages of any origin. It allows no custom headers. */
interface CrossOriginRule {
  readonly methods: readonly string[];
  /** Response headers that pages may read. */
  readonly exposedHeaders: readonly string[];
}

interface BucketSettings {
  readonly crossOriginRule?: CrossOriginRule | undefined;
  /** Days after which objects expire, rounded up to the next midnight (UTC). If absent, they never expire. */
  readonly expirationDays?: number | undefined;
}

/** Starts an S3 endpoint that implements only what Waypost uses, and rejects everything else. */
export const startS3 = async (settings: S3Settings) => {
  const { now = Date.now, log = () => {}, silenceMilliseconds = 120_000 } = settings;
  const storage = await openStorage(settings.state, settings.directory);
  const buckets = new Map<string, BucketSettings>();
  let onCreated: OnCreated = () => {};

  const answerTo = async (message: IncomingMessage, rule: CrossOriginRule | undefined): Promise<Answer> => {
    if (message.method === 'OPTIONS') return answerOf(200, preflightHeaders(rule, message.headers));
    const request = verifiedRequest(message, settings, now());
    if (!buckets.has(request.bucket)) throw new S3Error('NoSuchBucket');
    return operate(request, storage, onCreated);
  };

  const handle = async (message: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    const { method = '', url = '' } = message;
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    // Without the query, which is a credential in a presigned URL.
    const [path] = splitOnce(url, '?');
    const { crossOriginRule: rule } = buckets.get(path.split('/', 2)[1] ?? '') ?? {};
    const answer = await answerTo(message, rule).catch((cause: unknown): Answer => {
      const error = toS3Error(cause);
      const inner = error.cause === undefined ? '' : ` (${error.cause})`;
      log(`${requestId} ${error.code}: ${error.message}${inner}`);
      const content = { Code: error.code, Message: error.message, Resource: path, RequestId: requestId };
      return answerOf(error.status, { 'content-type': 'application/xml' }, xmlDocument('Error', content));
    });
    log(`${requestId} ${method} ${path} ${answer.statusCode}`);
    // An unread body would block the next request on the connection.
    message.resume();
    const headers = Object.entries({
      'x-amz-request-id': requestId,
      // Errors have these headers too, so that a page can read the error.
      ...crossOriginHeaders(rule, method, message.headers),
    });
    await sendAnswer(response, { ...answer, headers: [...headers, ...answer.headers] }).catch(
      (error: unknown) => {
        response.destroy();
        log(`${requestId} was not sent completely: ${error}`);
      },
    );
  };

  const server = createServer((message, response) => void handle(message, response));
  server.timeout = silenceMilliseconds;
  return {
    /** For AWS_ENDPOINT_URL_S3, with path-style addressing. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    /** Creates a bucket, or replaces its settings. A bucket keeps its objects from earlier processes. */
    createBucket: (name: string, bucketSettings: BucketSettings = {}): void => {
      buckets.set(name, bucketSettings);
    },
    /** Finds an object for CloudFront, whose requests need no signature here. Undefined if there is no object. */
    findObject: storage.source,
    /** Sets the listener that is called in the transaction that records an object, and rolls it back if it throws. */
    onCreated: (listener: OnCreated): void => {
      onCreated = listener;
    },
    /** Removes the objects that have expired by a time in epoch milliseconds. Returns and logs their keys. */
    removeExpired: async (moment = now()): Promise<readonly string[]> => {
      const removed: string[] = [];
      for (const [bucket, { expirationDays = Infinity }] of buckets) {
        const expiryOf = (lastModified: string): number =>
          Math.ceil(Date.parse(lastModified) / dayMilliseconds + expirationDays) * dayMilliseconds;
        const expired = [...storage.list(bucket)].filter((object) => moment >= expiryOf(object.lastModified));
        const keys = expired.map(({ key }) => key);
        await storage.remove(bucket, keys);
        removed.push(...keys);
      }
      for (const key of removed) log(`lifecycle: ${JSON.stringify(key)} has expired`);
      return removed;
    },
    close: () => drain(server, 2_000),
  };
};

const hasMeaning = /^(x-amz-.*|content-md5|if-unmodified-since)$/;
const isImplemented =
  /^x-amz-(meta-.*|checksum-(crc32|mode)|content-sha256|date|decoded-content-length|sdk-checksum-algorithm|trailer|user-agent)$/;
/** Parameters of presigned URLs that request no feature; `x-id` is the name of the operation. */
const isOfPresigner =
  /^(x-amz-(algorithm|credential|date|expires|signedheaders|signature|content-sha256|checksum-mode|user-agent)|x-id)$/i;

/** Reads a request and verifies its signature. Throws S3Error. */
const verifiedRequest = (
  message: IncomingMessage,
  { credentials, region }: S3Settings,
  now: number,
): S3Request => {
  const signed = signableRequest(message);
  const [bucket = '', key = ''] = splitOnce(signed.path.slice(1), '/').map(decodePercent);
  if (Buffer.byteLength(key) > 1024) throw new S3Error('KeyTooLongError');
  const payloadHash = verifySignature(signed, { credentials, region, service: 's3' }, now);
  // If a header that requests a copy, a lock or encryption were ignored, the client would think that it was honoured.
  const unknown = Object.keys(signed.headers).find(
    (name) => hasMeaning.test(name) && !isImplemented.test(name),
  );
  if (unknown !== undefined)
    throw new S3Error('NotImplemented', { message: `The header ${unknown} is not implemented.` });
  return {
    method: signed.method,
    bucket,
    key,
    query: Object.fromEntries(signed.query.filter(([name]) => !isOfPresigner.test(name))),
    headers: signed.headers,
    payloadHash,
    // Otherwise, a reader that stops early would end the connection, and the response would be lost.
    body: message.iterator({ destroyOnReturn: false }),
    receivedAt: new Date(now),
  };
};

/** Returns the headers that let a page read the response, or none if the client is not a browser. */
const crossOriginHeaders = (
  rule: CrossOriginRule | undefined,
  method: string,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> => {
  if (origin === undefined || !rule?.methods.includes(method)) return {};
  const { methods, exposedHeaders } = rule;
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    ...(exposedHeaders.length > 0 && { 'access-control-expose-headers': exposedHeaders.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
};

/** Returns the headers of the response to a preflight request. Throws AccessForbidden. */
const preflightHeaders = (rule: CrossOriginRule | undefined, headers: IncomingHttpHeaders) => {
  const allowed = crossOriginHeaders(rule, headers['access-control-request-method'] ?? '', headers);
  if (!('vary' in allowed) || headers['access-control-request-headers']) throw new S3Error('AccessForbidden');
  return allowed;
};
