import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drain, listen } from '../http/listening.ts';
import { answerMalformedRequests, type RawAnswer } from '../http/malformed-requests.ts';
import type { State } from '../state.ts';
import { type CrossOriginRule, crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { S3Error, type S3ErrorCode, toS3Error } from './errors.ts';
import { type LifecycleRule, removeExpired } from './lifecycle.ts';
import { chooseOperation, type OnCreated, type S3Request, type S3Response } from './operations.ts';
import { type Credentials, decodePercent, signableRequest, splitOnce, verifySignature } from './signature.ts';
import { openStorage } from './storage.ts';
import { xmlDocument } from './xml.ts';

/** Milliseconds that a slow client has for the headers, for the whole request, and without a byte in either direction. */
type Patience = Readonly<Record<'headers' | 'request' | 'silence', number>>;

export interface S3Settings {
  /** Keeps the records of objects. */
  readonly state: State;
  /** Keeps the contents of objects; belongs to this server alone. */
  readonly directory: string;
  /** Any free port by default. */
  readonly port?: number;
  /** The only ones that requests may be signed with. */
  readonly credentials: Credentials;
  readonly region: string;
  readonly log?: (line: string) => void;
  /** Epoch milliseconds, against which signatures expire. */
  readonly now?: () => number;
  readonly patience?: Patience;
}

interface BucketSettings {
  readonly crossOriginRules?: readonly CrossOriginRule[];
  readonly lifecycleRules?: readonly LifecycleRule[];
}

export interface S3Server {
  /** For AWS_ENDPOINT_URL_S3, with path-style addressing. */
  readonly endpoint: string;
  /** Creates a bucket, which has the objects that it had in earlier processes, or replaces its settings. */
  createBucket(name: string, settings?: BucketSettings): void;
  /** Sets what is called for each object from now on, in the transaction that records it; what it throws undoes that. */
  onCreated(listener: OnCreated): void;
  /** Removes what has expired by now, or by a time in epoch milliseconds, and returns and logs the keys. */
  removeExpired(now?: number): Promise<string[]>;
  close(): Promise<void>;
}

const drainMilliseconds = 2_000;
const defaultPatience: Patience = { headers: 10_000, request: 300_000, silence: 30_000 };

/**
 * Starts an S3 endpoint on this machine. It implements what Waypost uses as S3 does, including signatures, conditions
 * and checksums, and rejects everything else. Throws PortTaken.
 */
export const startS3 = async (settings: S3Settings): Promise<S3Server> => {
  const { port = 0, now = Date.now, log = () => {} } = settings;
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
    const operation = chooseOperation(request);
    if (!buckets.has(request.bucket)) throw new S3Error('NoSuchBucket');
    return operation(request, storage, onCreated);
  };

  /** Every request, and why it failed, is one line of the log. */
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = message;
    const requestId = newRequestId();
    // Without its query, which is a credential in a presigned URL.
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
      // Errors have them too, so that a page can read what is wrong.
      ...crossOriginHeaders(rules, method, message.headers),
      ...result.headers,
    };
    await send(message, response, { ...result, headers }).catch((error: unknown) =>
      log(`${requestId} was not sent to its end: ${error}`),
    );
  };

  const server = httpServer((message, response) => void handle(message, response), settings.patience);
  return {
    endpoint: await listen(server, port, '127.0.0.1'),
    createBucket: (name, bucketSettings = {}) => void buckets.set(name, bucketSettings),
    onCreated: (listener) => {
      onCreated = listener;
    },
    removeExpired: async (moment = now()) => {
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
/** Parameters of presigned URLs that ask for nothing; `x-id` is the name of the operation. */
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
  // To ignore a header that asks for a copy, a lock or encryption would be to claim that it was heeded.
  const unknown = Object.keys(signed.headers).find(
    (name) => hasMeaning.test(name) && !isImplemented.test(name),
  );
  if (unknown !== undefined) throw new S3Error('NotImplemented', `The header ${unknown} is not implemented.`);
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

/** Sends a response at the pace of its reader. Rejects if the reader leaves before the end. */
const send = async (
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: S3Response,
): Promise<void> => {
  // The rest of the body would be in the way of the next request on the connection.
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

/** How often Node looks for slow clients. */
const checkMilliseconds = 500;
/** How long a client with a malformed request may send, so that it reads the response before the connection ends. */
const lingerMilliseconds = 500;

/** Creates an HTTP server that itself responds to malformed requests, and to clients that are too slow. */
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
  answerMalformedRequests(server, malformedRequestResponse, lingerMilliseconds);
  return server;
};

/** By the code of Node's error. */
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
