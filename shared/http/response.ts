import { pipeline, Readable, type Writable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { logger } from '../observability/logger.ts';
import { countBytesStreamed, countServerError } from '../observability/request-metrics.ts';
import { commonHeaders, type Headers, minCompressedBytes, prefersGzip } from './headers.ts';

/** A response with its own status, headers or serialised body. */
export class ApiResponse {
  readonly statusCode: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(statusCode: number, headers: Headers, body = '') {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
  }
}

/** The result of a function behind a proxy integration. A compressed body is base64. */
export type ProxyResult = StreamedResult & { readonly body: string; readonly isBase64Encoded?: boolean };

/** The result of a streaming function. Status and headers are sent before the body. */
export interface StreamedResult {
  readonly statusCode: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array | Readable;
}

/**
 * The body `B` of a streamed response. Its lists may be any iterables, such as generators, whose items are created and
 * serialised one by one while the response is sent.
 */
export type Streamed<B> = {
  readonly [K in keyof B]: B[K] extends readonly (infer Item)[] ? Iterable<Item> : B[K];
};

/** Compression level that achieves nearly the ratio of the highest level in much less time. */
const level = 4;

/**
 * Builds the result of a buffered response: an ApiResponse unchanged, and any other value as JSON with 200. A string
 * must already be JSON. The function compresses the body, because API Gateway would not do so for clients that list
 * Brotli before gzip, such as Node's `fetch`.
 */
export const toProxyResult = (
  response: object | string,
  acceptEncoding = '',
  own: Headers = {},
): ProxyResult => {
  if (response instanceof ApiResponse)
    return { ...response, headers: { ...commonHeaders, ...response.headers } };
  const body = typeof response === 'string' ? response : JSON.stringify(response);
  const headers = { ...commonHeaders, vary: 'accept-encoding', ...own };
  if (!isCompressed(body, acceptEncoding)) return { statusCode: 200, headers, body };
  const gzipped = gzipSync(body, { level }).toString('base64');
  return { statusCode: 200, headers: { ...headers, ...gzipEncoding }, body: gzipped, isBase64Encoded: true };
};

const gzipEncoding: Headers = { 'content-encoding': 'gzip' };

/** Whether a body of this length is compressed for the client. */
const isCompressed = (body: string, acceptEncoding: string): boolean =>
  prefersGzip(acceptEncoding) && Buffer.byteLength(body) >= minCompressedBytes;

/** Builds a 304, which tells a client to use the body that it has. It has no content type. */
export const notModified = (own: Headers): ProxyResult => {
  const { 'content-type': _, ...common } = commonHeaders;
  return { statusCode: 304, headers: { ...common, ...own }, body: '' };
};

/**
 * Builds the result of a streamed response: 200 with this body as JSON. See toProxyResult and `Streamed`. A body of one
 * chunk is compressed and sent without a stream, because a stream would cost more than a search. An error in the first
 * chunk still becomes a 500.
 */
export const toStreamedResult = (
  body: object | string,
  acceptEncoding = '',
  own: Headers = {},
): StreamedResult => {
  const chunks = jsonChunks(body);
  const { done: isWhole, value: first } = chunks.next();
  const gzip = isWhole ? isCompressed(first, acceptEncoding) : prefersGzip(acceptEncoding);
  const headers = { ...commonHeaders, vary: 'accept-encoding', ...own, ...(gzip && gzipEncoding) };
  if (isWhole) return { statusCode: 200, headers, body: gzip ? gzipSync(first, { level }) : first };
  const text = Readable.from(continued(first, chunks), { objectMode: false });
  return { statusCode: 200, headers, body: gzip ? gzipped(text) : text };
};

/**
 * Sends a result through Lambda's response stream. Middy's own streaming would load web streams in every cold start.
 * Rejects if the body cannot be generated. Resolves if the client hangs up, because otherwise Lambda would count a
 * function error, and any client could trigger the alarms for failing functions.
 */
export const sendStreamed = (
  { statusCode, headers, body }: StreamedResult,
  responseStream: Writable,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers });
    // A failure of one side destroys the other, so the first failure is the cause.
    let brokenBy: 'body' | 'client' | undefined;
    for (const event of ['error', 'close']) stream.once(event, () => (brokenBy ??= 'client'));
    const leave = () => {
      logger.info('the client hung up before the end of the response');
      resolve();
    };
    if (body instanceof Readable) {
      body.once('error', () => (brokenBy ??= 'body'));
      let bytes = 0;
      body.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
      });
      pipeline(body, stream, (error) => {
        countBytesStreamed(bytes);
        if (!error) return resolve();
        if (brokenBy === 'client') return leave();
        countServerError();
        reject(error);
      });
      return;
    }
    countBytesStreamed(Buffer.byteLength(body));
    stream.once('error', leave);
    // Needed even if the body is empty, as in a 304, because Lambda sends status and headers with the first write.
    stream.write(body);
    stream.end(resolve);
  });

const gzipped = (text: Readable): Readable => {
  const gzip = createGzip({ level });
  // An error in either stream destroys both, and the reader of the compressed body receives it.
  pipeline(text, gzip, () => {});
  return gzip;
};

/** Minimum length of a chunk in characters. Larger chunks are cheaper, because each has a fixed cost. */
const chunkCharacters = 64 * 1024;

/** Yields the JSON of a body in full chunks, and returns the last chunk. */
function* jsonChunks(body: object | string): Generator<string, string> {
  if (typeof body === 'string') return body;
  let chunk = '';
  for (const part of jsonParts(body)) {
    chunk += part;
    if (chunk.length >= chunkCharacters) {
      yield chunk;
      chunk = '';
    }
  }
  return chunk;
}

/** Yields the JSON of a body in parts, one for each item of its lists. */
function* jsonParts(body: object): Generator<string> {
  let beforeMember = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `${beforeMember}${JSON.stringify(name)}:`;
    beforeMember = ',';
    if (!isIterable(value)) yield JSON.stringify(value);
    else {
      let beforeItem = '[';
      for (const item of value) {
        yield beforeItem + JSON.stringify(item);
        beforeItem = ',';
      }
      yield beforeItem === '[' ? '[]' : ']';
    }
  }
  yield beforeMember === '{' ? '{}' : '}';
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function* continued(first: string, chunks: Generator<string, string>): Generator<string> {
  yield first;
  yield yield* chunks;
}
