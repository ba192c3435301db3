import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { prefersGzip } from '../../../shared/http/headers.ts';

/** A name comes as often as it has values. */
export type HeaderField = readonly [name: string, value: string];

export interface Answer {
  readonly statusCode: number;
  readonly headers: readonly HeaderField[];
  /** A stream is sent as the function makes it. */
  readonly body: Buffer | Readable;
}

export type BufferedAnswer = Answer & { readonly body: Buffer };

/** The first value of a header, by lower-case name. */
export const headerValue = (headers: readonly HeaderField[], lowerCaseName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];

/** Statuses without a body, by RFC 9110. */
export const isBodiless = (statusCode: number): boolean => statusCode === 204 || statusCode === 304;

/** Headers about one connection, which neither a request nor an answer takes through the gateway. */
export const connectionHeaders =
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' ');

const compressed = promisify(gzip);

/** Compresses an answer of at least `minimumBytes` for clients that accept gzip; never if `minimumBytes` is absent. */
export const compress = async (
  answer: BufferedAnswer,
  acceptEncoding: readonly string[],
  minimumBytes = Number.POSITIVE_INFINITY,
): Promise<BufferedAnswer> => {
  const { statusCode, headers, body } = answer;
  const isTooSmall = body.length === 0 || body.length < minimumBytes;
  const isEncoded = headerValue(headers, 'content-encoding') !== undefined;
  if (isTooSmall || isEncoded || isBodiless(statusCode)) return answer;
  const isVaried = /(^|,)\s*(accept-encoding|\*)\s*(,|$)/i.test(headerValue(headers, 'vary') ?? '');
  const varied: typeof headers = isVaried ? headers : [...headers, ['vary', 'Accept-Encoding']];
  if (!prefersGzip(acceptEncoding.join(','))) return { ...answer, headers: varied };
  // Level 4 saves nearly as much as 9, in a fraction of the time.
  const gzipped = await compressed(body, { level: 4 });
  return { statusCode, headers: [...varied, ['content-encoding', 'gzip']], body: gzipped };
};

/** Sends an answer, and closes the connection after it if asked to. Rejects if a stream or its client breaks off. */
export const sendAnswer = async (
  response: ServerResponse<IncomingMessage>,
  { statusCode, headers, body }: Answer,
  closes: boolean,
  lingerMilliseconds: number,
): Promise<void> => {
  const head = headers.flat();
  if (body instanceof Readable) {
    if (!response.destroyed) {
      response.writeHead(statusCode, head);
      // Either end's failure destroys the other: clients that leave stop the function, failing bodies cut the connection.
      if (!isBodiless(statusCode) && response.req.method !== 'HEAD') return pipeline(body, response);
      response.end();
    }
    body.on('error', () => {}).destroy();
    return;
  }
  if (!isBodiless(statusCode)) head.push('content-length', String(body.length));
  if (closes) head.push('connection', 'close');
  response.writeHead(statusCode, head);
  if (!closes || response.req.complete) {
    response.end(body);
  } else {
    response.write(body);
    endAfterLinger(response, lingerMilliseconds);
  }
};

/**
 * Ends a connection whose request is still arriving. If it were closed at once, the system would reset it and the
 * client could lose the answer, so the rest is read and dropped for a moment.
 */
const endAfterLinger = (response: ServerResponse<IncomingMessage>, milliseconds: number): void => {
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, milliseconds);
  response.req.once('end', end).once('close', end).resume();
};
