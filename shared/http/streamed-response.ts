import { pipeline, Readable } from 'node:stream';
import { prefersGzip } from './accept-encoding.ts';
import { leastCompressedBytes } from './compression.ts';
import { byteLengthOfText, bytesOfText, type EncodedText, isEncodedText } from './encoded-text.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { type BodyInPieces, wholeIfShort } from './pieces.ts';
import { commonHeaders } from './response-headers.ts';

/** The result of a streaming function: status and headers are sent first, then the body. */
export interface StreamedResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string | EncodedText | Uint8Array | Readable;
}

/** Loaded for the first client that takes its answer compressed, if not before. */
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

/** Most of what the highest level saves, at a fraction of its time. */
const level = 4;

const piecewise = (pieces: Iterable<string>) => Readable.from(pieces, { objectMode: false });

const compressedPieces = (pieces: Iterable<string>): Readable => {
  const gzip = zlib().createGzip({ level });
  // Where either end breaks off the other is let go of. Who reads the compressed text is told of it by that.
  pipeline(piecewise(pieces), gzip, () => {});
  return gzip;
};

/**
 * 200 with this text as its body. API Gateway does not compress streams, so it is done here: of a short text at once,
 * as an instance has nothing else to do meanwhile and setting up a stream takes longer.
 */
export const streamText = (text: BodyInPieces, event: GatewayEvent): StreamedResult => {
  const body = isEncodedText(text) ? text : wholeIfShort(text);
  const acceptEncoding = headerOf(event, 'accept-encoding');
  const isGzipWelcome = acceptEncoding !== undefined && prefersGzip(acceptEncoding);
  if (typeof body !== 'string' && !isEncodedText(body))
    return isGzipWelcome ? compressed(compressedPieces(body)) : asIs(piecewise(body));
  if (!isGzipWelcome || byteLengthOfText(body) < leastCompressedBytes) return asIs(body);
  return compressed(zlib().gzipSync(bytesOfText(body), { level }));
};
