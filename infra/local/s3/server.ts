import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drain, listen } from '../http/listening.ts';
import { answerMalformedRequests, type RawAnswer } from '../http/malformed-requests.ts';
import type { PublicObject } from '../portal/public-objects.ts';
import type { State } from '../state.ts';
import { S3Error, type S3ErrorCode, toS3Error } from './errors.ts';
import { type LifecycleRules, removeExpired } from './lifecycle.ts';
import { type OnCreated, operate, type S3Request, type S3Response } from './operations.ts';
import { type Credentials, decodePercent, signableRequest, splitOnce, verifySignature } from './signature.ts';
import { openStorage } from './storage.ts';
import { xmlDocument } from './xml.ts';

/**
 * Timeouts for a slow client in milliseconds: for the headers, for the whole request, and without data in either
 * direction.
 */
type Patience = Readonly<Record<'headers' | 'request' | 'silence', number>>;

export interface S3Settings {
  /** Keeps the records of objects. */
  readonly state: State;
  /** Keeps the contents of objects; belongs only to this server. */
  readonly directory: string;
  /** Credentials with which requests must be signed. */
  readonly credentials: Credentials;
  readonly region: string;
  readonly log?: (line: string) => void;
  /** Epoch milliseconds, against which signatures expire. */
  readonly now?: () => number;
  readonly patience?: Patience;
}

/** A CORS rule of a bucket. It allows requests from pages of any origin, but no custom headers. */
interface CrossOriginRule {
  readonly methods: readonly string[];
  /** Response headers that pages may read. */
  readonly exposedHeaders: readonly string[];
}

interface BucketSettings {
  readonly crossOriginRules?: readonly CrossOriginRule[];
  readonly lifecycleRules?: LifecycleRules;
}

const drainMilliseconds = 2_000;
const defaultPatience: Patience = { headers: 10_000, request: 300_000, silence: 30_000 };

/**
 * Starts an S3 endpoint on this machine. It implements the parts of S3 that Waypost uses, including signatures,
 * conditions and checksums, and rejects everything else.
 */
export const startS3 = async (settings: S3Settings) => {
  const { now = Date.now, log = () => {} } = settings;
  const storage = await openStorage(settings.state, settings.directory);
  const buckets = new Map<string, BucketSettings>();
  let onCreated: OnCreated = () => {};

  const respond = async (
    message: IncomingMessage,
    rules: readonly CrossOriginRule[],
  ): Promise<S3Response> => {
    if (message.method === 'OPTIONS')
      return { status: 200, headers: preflightHeaders(rules, message.headers) };
    const request = verifiedRequest(message, settings, now());
    if (!buckets.has(request.bucket)) throw new S3Error('NoSuchBucket');
    return operate(request, storage, onCreated);
  };

  /** Handles a request, and logs its status and why it failed. */
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = message;
    const requestId = newRequestId();
    // Without the query, which is a credential in a presigned URL.
    const [path] = splitOnce(url, '?');
    const { crossOriginRules: rules = [] } = buckets.get(path.split('/', 2)[1] ?? '') ?? {};
    const result = await respond(message, rules).catch((cause: unknown): S3Response => {
      const error = toS3Error(cause);
      const inner = error.cause === undefined ? '' : ` (${error.cause})`;
      log(`${requestId} ${error.code}: ${error.message}${inner}`);
      return errorResponse(error, requestId, path);
    });
    log(`${requestId} ${method} ${path} ${result.status}`);
    const headers = {
      'x-amz-request-id': requestId,
      // Errors have these headers too, so that a page can read the error.
      ...crossOriginHeaders(rules, method, message.headers),
      ...result.headers,
    };
    await send(message, response, { ...result, headers }).catch((error: unknown) =>
      log(`${requestId} was not sent completely: ${error}`),
    );
  };

  const server = httpServer((message, response) => void handle(message, response), settings.patience);
  return {
    /** For AWS_ENDPOINT_URL_S3, with path-style addressing. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    /** Creates a bucket, which has the objects that it had in earlier processes, or replaces its settings. */
    createBucket: (name: string, bucketSettings: BucketSettings = {}): void => {
      buckets.set(name, bucketSettings);
    },
    /** Finds an object for CloudFront, whose requests need no signature here; undefined if there is none. */
    findObject: (bucket: string, key: string): PublicObject | undefined => {
      const found = storage.find(bucket, key);
      return found && { ...found, read: (range) => storage.read(found, range) };
    },
    /**
     * Sets the listener for created objects. It runs in the transaction that records an object, which is rolled back if
     * it throws.
     */
    onCreated: (listener: OnCreated): void => {
      onCreated = listener;
    },
    /**
     * Removes the objects that have expired by now, or by a time in epoch milliseconds. Returns and logs their keys.
     */
    removeExpired: async (moment = now()): Promise<readonly string[]> => {
      const removed: string[] = [];
      for (const [bucket, { lifecycleRules = [] }] of buckets)
        removed.push(...(await removeExpired(storage, bucket, lifecycleRules, moment)));
      for (const key of removed) log(`lifecycle: ${JSON.stringify(key)} has expired`);
      return removed;
    },
    close: () => drain(server, drainMilliseconds),
  };
};

const maxKeyBytes = 1024;

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
  if (Buffer.byteLength(key) > maxKeyBytes) throw new S3Error('KeyTooLongError');
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
    // A reader that stops early must not destroy the message: the connection, and so the response, would be lost.
    body: message.iterator({ destroyOnReturn: false }),
    receivedAt: new Date(now),
  };
};

/** Returns the headers that let a page read the response; none for clients other than browsers. */
const crossOriginHeaders = (
  rules: readonly CrossOriginRule[],
  method: string | undefined,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> => {
  const rule = rules.find(({ methods }) => methods.includes(method ?? ''));
  if (origin === undefined || rule === undefined) return {};
  const { methods, exposedHeaders } = rule;
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    ...(exposedHeaders.length > 0 && { 'access-control-expose-headers': exposedHeaders.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
};

/** Returns the headers of the response to a preflight request. Throws AccessForbidden. */
const preflightHeaders = (rules: readonly CrossOriginRule[], headers: IncomingHttpHeaders) => {
  const allowed = crossOriginHeaders(rules, headers['access-control-request-method'], headers);
  if (!('vary' in allowed) || headers['access-control-request-headers']) throw new S3Error('AccessForbidden');
  return allowed;
};

const newRequestId = (): string => randomBytes(8).toString('hex').toUpperCase();

const errorResponse = (error: S3Error, requestId: string, resource?: string) => ({
  status: error.status,
  headers: { 'content-type': 'application/xml', ...error.headers },
  body: xmlDocument('Error', {
    Code: error.code,
    Message: error.message,
    ...(resource !== undefined && { Resource: resource }),
    RequestId: requestId,
  }),
});

/** Sends a response at the pace of its reader. Rejects if the reader disconnects before the end. */
const send = async (
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: S3Response,
): Promise<void> => {
  // An unread body would block the next request on the connection.
  message.resume();
  try {
    if (typeof body === 'string') response.setHeader('content-length', Buffer.byteLength(body));
    response.writeHead(status, headers);
    if (body instanceof Readable) await pipeline(body, response);
    else response.end(message.method === 'HEAD' ? undefined : body);
  } catch (error) {
    if (body instanceof Readable) body.destroy();
    response.destroy();
    throw error;
  }
};

/** Interval between checks for slow clients. */
const checkMilliseconds = 500;
/**
 * How long data from a client with a malformed request is read, so that it gets the response before the connection
 * ends.
 */
const lingerMilliseconds = 500;

/** Creates an HTTP server that itself responds to malformed requests and disconnects slow clients. */
const httpServer = (
  handle: (message: IncomingMessage, response: ServerResponse) => void,
  patience: Patience = defaultPatience,
): Server => {
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: Math.min(checkMilliseconds, patience.headers),
    },
    handle,
  );
  server.timeout = patience.silence;
  server.on('request', (message, response) => {
    // Disconnects only a silent client. The store itself may need longer, for example to sync a large file to disk;
    // data of the request is then waiting to be read, or the response has not started.
    response.on('timeout', () => {
      const awaitsClient = message.complete ? response.headersSent : message.readableLength === 0;
      if (awaitsClient) message.socket.destroy();
    });
  });
  answerMalformedRequests(server, malformedRequestResponse, lingerMilliseconds);
  return server;
};

/** Error codes of S3 by the code of Node's error. */
const malformedRequestErrors: Readonly<Record<string, S3ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

const malformedRequestResponse = (code = ''): RawAnswer => {
  const requestId = newRequestId();
  const error = new S3Error(malformedRequestErrors[code] ?? 'BadRequest');
  const { status, headers, body } = errorResponse(error, requestId);
  return { statusCode: status, headers: Object.entries({ ...headers, 'x-amz-request-id': requestId }), body };
};
