import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Answer, answerOf } from './answer.ts';

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ObjectSource {
  readonly size: number;
  readonly entityTag: string;
  /** Time of the last change in ISO 8601 (UTC). */
  readonly lastModified: string;
  /** Additional headers of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  read(range: ByteRange): Readable;
}

/**
 * Returns the response to a GET or HEAD request for an object, depending on the request's conditions and range: 200,
 * 206, 304, 412 or 416. Returns the whole object for several ranges, and for If-Range with a different entity tag.
 */
export const objectAnswer = (request: IncomingHttpHeaders, object: ObjectSource): Answer => {
  const { size, entityTag } = object;
  const headers = {
    ...object.headers,
    etag: entityTag,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request;
  if (ifMatch !== undefined && !matchesEntityTag(ifMatch, entityTag)) return answerOf(412, headers);
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) return answerOf(304, headers);
  const range = rangeOf(request, object);
  if (range && range.first >= size) return answerOf(416, { ...headers, 'content-range': `bytes */${size}` });
  if (size === 0) return answerOf(200, headers);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const sent = {
    ...headers,
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
  };
  return answerOf(range ? 206 : 200, sent, object.read({ first, last }));
};

/** Whether a conditional header (`*` or a list of entity tags) matches. Weak tags match like strong tags. */
export const matchesEntityTag = (list: string, entityTag: string): boolean =>
  list.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(entityTag));

const strong = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns the requested range, which may begin beyond the object, or undefined for the whole object. */
const rangeOf = (request: IncomingHttpHeaders, { size, entityTag }: ObjectSource): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const ifRange = request['if-range'];
  // A weak tag does not guarantee identical bytes, because the response may or may not be compressed.
  if (ifRange !== undefined && (ifRange !== entityTag || ifRange.startsWith('W/'))) return undefined;
  if (first === '') return { first: Math.max(0, size - Number(last)), last: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};
