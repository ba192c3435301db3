import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Name and value of a header. A name with several values has several fields. */
export type HeaderField = readonly [name: string, value: string];

export interface Answer {
  readonly statusCode: number;
  /** Headers of the response. They do not include `content-length`, unless the body is a stream. */
  readonly headers: readonly HeaderField[];
  /** A stream is sent only as fast as the client reads it. */
  readonly body: Buffer | Readable;
}

export type BufferedAnswer = Answer & { readonly body: Buffer };

export const answerOf = (
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  body: Answer['body'] = Buffer.of(),
): Answer => ({ statusCode, headers: Object.entries(headers), body });

/** Returns the first value of a header. */
export const headerValue = (headers: readonly HeaderField[], lowerCaseName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];

/** Whether a response with this status has no body, as in RFC 9110. */
export const isBodiless = (statusCode: number): boolean => statusCode === 204 || statusCode === 304;

/**
 * Sends a response and, if `closesAfter` (milliseconds) is given, closes the connection. Rejects if a stream fails or
 * the client disconnects.
 */
export const sendAnswer = async (
  response: ServerResponse<IncomingMessage>,
  { statusCode, headers, body }: Answer,
  closesAfter?: number,
): Promise<void> => {
  const head = headers.flat();
  if (body instanceof Readable) {
    if (!response.destroyed) {
      response.writeHead(statusCode, head);
      // A failure at one end destroys the other: a client that disconnects stops the function, and a failed body cuts
      // the connection.
      if (!isBodiless(statusCode) && response.req.method !== 'HEAD') return pipeline(body, response);
      response.end();
    }
    body.on('error', () => {}).destroy();
    return;
  }
  if (!isBodiless(statusCode)) head.push('content-length', String(body.length));
  if (closesAfter !== undefined) head.push('connection', 'close');
  response.writeHead(statusCode, head);
  if (closesAfter === undefined || response.req.complete) {
    response.end(body);
  } else {
    response.write(body);
    endAfterLinger(response, closesAfter);
  }
};

/** Reads and discards a request that is still arriving, so that the client gets the response before a reset. */
const endAfterLinger = (response: ServerResponse<IncomingMessage>, milliseconds: number): void => {
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, milliseconds);
  response.req.once('end', end).once('close', end).resume();
};
