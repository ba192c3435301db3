import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './operations/operation.ts';

/** Sends an answer of S3, an object or a document, at the pace of its reader. Rejects where the reader goes away before the end. */
export const sendAnswer = async (
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> => {
  // What was left of the body when the answer was clear would stand in the way of the connection's next request.
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
