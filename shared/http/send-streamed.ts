import { pipeline, Readable, type Writable } from 'node:stream';
import type { StreamedResult } from './streamed-response.ts';

const sendAsItComes = (body: Readable, stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    // Sends status and headers at once, as the first piece may take long.
    stream.write('');
    pipeline(body, stream, (error) => (error ? reject(error) : resolve()));
  });

const sendAtOnce = (body: string | Uint8Array, stream: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject);
    // Written before `end`, because Lambda sends status and headers only ahead of a write, even an empty one.
    stream.write(body);
    stream.end(resolve);
  });

/**
 * Sends an answer through Lambda's response stream. Middy's own streaming would load web streams in every cold start.
 * Rejects if the body cannot be made or sent completely.
 */
export const sendStreamed = (
  { statusCode, headers, body }: StreamedResult,
  given: Writable,
): Promise<void> => {
  const stream = awslambda.HttpResponseStream.from(given, { statusCode, headers });
  return body instanceof Readable ? sendAsItComes(body, stream) : sendAtOnce(body, stream);
};
