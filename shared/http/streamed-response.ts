import { pipeline, Readable } from 'node:stream';
import { prefersGzip } from './accept-encoding.ts';
import { leastCompressedBytes } from './compression.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { type TextInPieces, wholeIfShort } from './pieces.ts';
import { commonHeaders } from './response-headers.ts';

/** Result of a streaming function: status and headers are sent first, then the body. */
export interface StreamedResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable;
}

/** Loads zlib when the first client accepts compression. */
const zlib = () => process.getBuiltinModule('node:zlib');

const plainHeaders = { ...commonHeaders, vary: 'accept-encoding' };
const gzipHeaders = { ...plainHeaders, 'content-encoding': 'gzip' };

const asIs = (body: StreamedResult['body']): StreamedResult => ({
  statusCode: 200,
  headers: plainHeaders,
  body,
});
const compressed = (body: Uint8Array | Readable): StreamedResult => ({
  statusCode: 200,
  headers: gzipHeaders,
  body,
});

/** Compression level: nearly the ratio of the highest level in much less time. */
const level = 4;

const piecewise = (pieces: Iterable<string>) => Readable.from(pieces, { objectMode: false });

const compressedPieces = (pieces: Iterable<string>): Readable => {
  const gzip = zlib().createGzip({ level });
  // An error at either end destroys both; the reader of the compressed text sees it there.
  pipeline(piecewise(pieces), gzip, () => {});
  return gzip;
};

/**
 * Creates a 200 with this text. API Gateway does not compress streams, so the function does. A short text is compressed
 * synchronously: an instance serves one request at a time, and a stream would cost more.
 */
export const streamText = (text: TextInPieces, event: GatewayEvent): StreamedResult => {
  const body = wholeIfShort(text);
  const acceptEncoding = headerOf(event, 'accept-encoding');
  const isGzipWelcome = acceptEncoding !== undefined && prefersGzip(acceptEncoding);
  if (typeof body !== 'string') {
    return isGzipWelcome ? compressed(compressedPieces(body)) : asIs(piecewise(body));
  }
  if (!isGzipWelcome || Buffer.byteLength(body) < leastCompressedBytes) return asIs(body);
  return compressed(zlib().gzipSync(body, { level }));
};
