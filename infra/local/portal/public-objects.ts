import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { prefersGzip } from '../../../shared/http/headers.ts';

/** An object of a bucket, as CloudFront reads it. */
export interface PublicObject {
  readonly size: number;
  readonly entityTag: string;
  /** ISO 8601, UTC. */
  readonly lastModified: string;
  /** Headers that were stored with it, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the bytes from the first to the last. */
  read(range: ByteRange): Readable;
}

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Sends an object as CloudFront does: compressed if the client accepts it and the content is text, in part if the client
 * requests a range, and as 304 if the client has it. `headers` replace those of the object.
 */
export const sendObject = async (
  request: IncomingMessage,
  response: ServerResponse,
  object: PublicObject,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  const { size, entityTag, lastModified } = object;
  // Ranges exist only for GET (RFC 9110, section 14.2).
  const range = request.method === 'GET' ? rangeOf(request, object) : undefined;
  const encoding = range ? undefined : encodingFor(request, object);
  // Only a weak tag can name both the object and its compressed form.
  const etag = encoding ? `W/${entityTag}` : entityTag;
  const common = {
    ...object.headers,
    etag,
    'last-modified': new Date(lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    vary: 'Accept-Encoding',
    ...headers,
  };
  const { 'if-none-match': known = '' } = request.headers;
  if (known.split(',').some((tag) => tag.trim() === '*' || strong(tag) === entityTag)) {
    response.writeHead(304, common).end();
    return;
  }
  if (range && range.first >= size) {
    response.writeHead(416, { ...common, 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  response.writeHead(range ? 206 : 200, {
    ...common,
    ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
    ...(encoding ? { 'content-encoding': encoding } : { 'content-length': last - first + 1 }),
  });
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  // A client may disconnect at any time, which ends the pipeline with an error.
  await pipeline(object.read({ first, last }), encoders[encoding ?? 'identity'](), response).catch(() =>
    response.destroy(),
  );
};

const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
  identity: () => new PassThrough(),
};

/** Sizes that CloudFront compresses, in bytes. */
const minCompressed = 1_000;
const maxCompressed = 10_000_000;

const encodingFor = (
  { headers: { 'accept-encoding': accepted = '' } }: IncomingMessage,
  { size, headers }: PublicObject,
): 'br' | 'gzip' | undefined => {
  const isText = /^(text\/|application\/(json|xml|javascript)|image\/svg)/.test(
    headers['content-type'] ?? '',
  );
  if (!isText || headers['content-encoding'] || size < minCompressed || size > maxCompressed)
    return undefined;
  if (/(^|[,\s])br\s*(,|$)/i.test(String(accepted))) return 'br';
  return prefersGzip(String(accepted)) ? 'gzip' : undefined;
};

/** Returns the requested range, which may begin after the end; undefined for the whole object. Several are one whole. */
const rangeOf = ({ headers }: IncomingMessage, { size, entityTag }: PublicObject): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (headers['if-range'] !== undefined && headers['if-range'] !== entityTag) return undefined;
  if (first === '') return { first: Math.max(0, size - Number(last)), last: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
