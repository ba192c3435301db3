import { S3Error } from '../s3-error.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { namesEntityTag } from './entity-tags.ts';
import type { S3Request } from './s3-request.ts';

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const singleRange = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of the object that is asked for; undefined is the whole, also where the header is none that can be
 * read or names several ranges. Throws InvalidRange.
 */
export const byteRangeOf = ({ headers }: S3Request, object: StoredObject): ByteRange | undefined => {
  const [, from, to] = singleRange.exec(headers.range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (!isStillTheSame(headers['if-range'], object)) return undefined;
  const end = object.size - 1;
  const first = from === '' ? Math.max(0, object.size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? end : Math.min(end, Number(to));
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first > end || (from === '' && Number(to) === 0)) {
    throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${object.size}` });
  }
  return { first, last };
};

const isStillTheSame = (ifRange: string | undefined, object: StoredObject): boolean =>
  ifRange === undefined ||
  (ifRange.startsWith('"')
    ? namesEntityTag(ifRange, object.entityTag)
    : ifRange === new Date(object.lastModified).toUTCString());
