import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { prefersGzip } from './accept-encoding.ts';
import { type GatewayEvent, headersOf } from './gateway-event.ts';
import { commonHeaders } from './response-headers.ts';

/** The result of a streaming function: middy sends status and headers first, then pipes the body. */
export interface StreamedResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** 200 with the pieces of text as its body. API Gateway does not compress streams, so it is done here. */
export const streamText = (pieces: Iterable<string>, event: GatewayEvent): StreamedResult => {
  const text = Readable.from(pieces, { objectMode: false });
  const vary = { ...commonHeaders, vary: 'accept-encoding' };
  if (!prefersGzip(headersOf(event)['accept-encoding'] ?? '')) {
    return { statusCode: 200, headers: vary, body: text };
  }
  const gzip = createGzip({ level: 4 });
  text.on('error', (error) => gzip.destroy(error));
  return { statusCode: 200, headers: { ...vary, 'content-encoding': 'gzip' }, body: text.pipe(gzip) };
};
