import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Answer, type BufferedAnswer, byteLengthOf, isBodiless, type StreamedAnswer } from './answer.ts';

type Response = ServerResponse<IncomingMessage>;

/**
 * Ends a connection whose request is still arriving. Were it closed at once, the system would reset it and the client
 * could lose the answer: so the rest is read and dropped for a moment.
 */
const endAfterLinger = (response: Response, lingerMilliseconds: number): void => {
  const { req: request } = response;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMilliseconds);
  request.once('end', end).once('close', end).resume();
};

const sendBuffered = (
  response: Response,
  answer: BufferedAnswer,
  requestId: string,
  lingerMilliseconds: number,
): void => {
  const { statusCode, headers, body, encoding = 'utf8', closesConnection } = answer;
  const head: string[] = [];
  for (const [name, value] of headers) head.push(name, value);
  if (!isBodiless(statusCode)) head.push('content-length', String(byteLengthOf(answer)));
  if (closesConnection) head.push('connection', 'close');
  head.push('x-amzn-requestid', requestId);
  response.writeHead(statusCode, head);
  if (!closesConnection || response.req.complete) {
    response.end(body, encoding);
  } else {
    response.write(body, encoding);
    endAfterLinger(response, lingerMilliseconds);
  }
};

const sendStreamed = async (
  response: Response,
  { statusCode, headers, body }: StreamedAnswer,
  requestId: string,
): Promise<void> => {
  if (response.destroyed) {
    body.on('error', () => {}).destroy();
    return;
  }
  response.writeHead(statusCode, [...headers.flat(), 'x-amzn-requestid', requestId]);
  if (isBodiless(statusCode) || response.req.method === 'HEAD') {
    body.on('error', () => {}).destroy();
    response.end();
    return;
  }
  // Either end's failure destroys the other: a client that leaves stops the function, a broken body cuts the connection.
  await pipeline(body, response);
};

/**
 * Sends an answer of the API to its end: one that is buffered at once. Rejects where the body or the client breaks off
 * a stream.
 */
export const sendAnswer = (
  response: Response,
  answer: Answer,
  requestId: string,
  lingerMilliseconds: number,
): Promise<void> | undefined => {
  if (answer.kind === 'streamed') return sendStreamed(response, answer, requestId);
  sendBuffered(response, answer, requestId, lingerMilliseconds);
  return undefined;
};
