import { pipeline, Readable, type Writable } from 'node:stream';
import { type EncodedText, isEncodedText } from './encoded-text.ts';
import type { StreamedResult } from './streamed-response.ts';

const sendAsItComes = (body: Readable, stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    // Status and headers go ahead of the first piece, however long that takes.
    stream.write('');
    pipeline(body, stream, (error) => (error ? reject(error) : resolve()));
  });

const sendAtOnce = (body: string | EncodedText | Uint8Array, stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject);
    // Not by `end`: Lambda sends status and headers ahead of what is written, be it nothing.
    if (isEncodedText(body)) stream.write(body.utf8, 'latin1');
    else stream.write(body);
    stream.end(resolve);
  });

/**
 * Sends an answer by the stream that Lambda gave for it. It is not left to middy, whose way of streaming loads web
 * streams, several milliseconds of every cold start. Rejects where the body cannot be made or sent to its end.
 */
export const sendStreamed = (
  { statusCode, headers, body }: StreamedResult,
  given: Writable,
): Promise<void> => {
  const stream = awslambda.HttpResponseStream.from(given, { statusCode, headers });
  return body instanceof Readable ? sendAsItComes(body, stream) : sendAtOnce(body, stream);
};
