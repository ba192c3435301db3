import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './refusal.ts';

/**
 * Limits beyond which the gateway rejects a request or closes the connection. Slow connections are closed within 10 s,
 * including the check interval and the linger time.
 */
export const apiGatewayLimits = {
  /** API Gateway's payload limit. */
  bodyBytes: 10 * 1024 * 1024,
  /** API Gateway's limit for the request line and the values of all headers together. */
  requestLineAndHeaderValueBytes: 10_240,
  /** The parser's limit for the whole header block, including names. It applies before the limit above. */
  headerBlockBytes: 64 * 1024,
  headerCount: 1_000,
  /** Time for the whole header block, so that a slow client does not occupy a connection. */
  headersMilliseconds: 9_000,
  /** Time for the whole body after the headers. */
  bodyMilliseconds: 9_000,
  /** Time for a whole request. It matters only if the response was sent before the body had arrived. */
  requestMilliseconds: 30_000,
  keepAliveMilliseconds: 65_000,
  /** Time after which a connection without data is closed, because its client may have stopped reading. */
  silenceMilliseconds: 120_000,
  /** How long to keep reading from a rejected client, so that it gets the response before the connection is reset. */
  lingerMilliseconds: 500,
  /** How long `close` waits for running requests. */
  closeMilliseconds: 5_000,
};
export type RequestLimits = Readonly<typeof apiGatewayLimits>;

/** Returns all values of a header. Node's parsed headers keep only the first of several Hosts. */
export const headerValues = ({ rawHeaders }: IncomingMessage, lowerCaseName: string): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === lowerCaseName);

/** Checks the head of a request. Throws Refusal, which closes the connection, if the head is invalid or too large. */
export const checkHead = (request: IncomingMessage, limits: RequestLimits): void => {
  checkSize(request, limits);
  // Node has already told a client that expects `100-continue` to send its body.
  if (!/100-continue/i.test(request.headers.expect ?? '100-continue'))
    throw unusable('The expectation cannot be met.');
  const hosts = headerValues(request, 'host').length;
  if (hosts > 1) throw unusable('The request has more than one Host header.');
  if (hosts === 0 && request.httpVersion !== '1.0') throw unusable('The request has no Host header.');
  if (declaredLength(request) > limits.bodyBytes) throw tooLarge();
};

const checkSize = (request: IncomingMessage, limits: RequestLimits): void => {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  if (rawHeaders.length / 2 > limits.headerCount) {
    throw unusable(`The request has more than ${limits.headerCount} headers.`);
  }
  const limit = limits.requestLineAndHeaderValueBytes;
  const lineBytes = `${method} ${url} HTTP/${httpVersion}`.length;
  const bytes = rawHeaders.reduce(
    (sum, value, index) => (index % 2 === 1 ? sum + value.length : sum),
    lineBytes,
  );
  if (bytes <= limit) return;
  const fault = lineBytes > limit ? 'The URL is too long' : 'The headers are too long';
  const [actual, allowed] = [bytes, limit].map((count) => count.toLocaleString('en'));
  throw unusable(
    `${fault}: the request line and the header values have ${actual} bytes, but the limit is ${allowed}.`,
  );
};

const unusable = (message: string) => badRequest(message, { closesConnection: true });

const tooLarge = () => new Refusal('REQUEST_TOO_LARGE', { closesConnection: true });

/** Returns the Content-Length, or 0 if there is none. The parser rejects requests with more than one. */
const declaredLength = (request: IncomingMessage): number =>
  Number(headerValues(request, 'content-length')[0] ?? 0);

/** The client disconnected, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Reads a whole body. Throws Refusal if it is too large or too slow, and ClientGone if the connection ends. */
export const readBody = async (request: IncomingMessage, limits: RequestLimits): Promise<Buffer> => {
  if (declaredLength(request) === 0 && headerValues(request, 'transfer-encoding').length === 0) {
    return Buffer.alloc(0);
  }
  if (request.destroyed) throw new ClientGone();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limits.bodyBytes) reject(tooLarge());
  };
  const abandon = () => reject(new ClientGone());
  const deadline = setTimeout(
    () => reject(unusable('The body did not arrive in time.')),
    limits.bodyMilliseconds,
  );
  request.on('data', take).on('end', resolve).on('close', abandon).on('error', abandon);
  try {
    await promise;
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(deadline);
    request.off('data', take);
    // Discards the remainder of a rejected body. The `error` listener stays, because an error may still occur.
    request.resume();
  }
};
