import { checksumHeaders } from '../payload/checksum.ts';
import { type ByteRange, byteRangeOf } from '../request/byte-range.ts';
import { isFreshFor } from '../request/read-conditions.ts';
import type { S3Request } from '../request/s3-request.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** Status and headers of a read, and the bytes that belong into its body, if any. */
export interface ReadAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: ByteRange;
}

const validatorsOf = (object: StoredObject) => ({
  etag: object.entityTag,
  'last-modified': new Date(object.lastModified).toUTCString(),
});

const tagCount = ({ tags = [] }: StoredObject): Record<string, string> =>
  tags.length === 0 ? {} : { 'x-amz-tagging-count': String(tags.length) };

const freshAnswer = (object: StoredObject): ReadAnswer => {
  const cacheControl = object.headers['cache-control'];
  return {
    status: 304,
    headers: {
      ...validatorsOf(object),
      ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
    },
  };
};

const partAnswer = (object: StoredObject, headers: Record<string, string>, bytes: ByteRange): ReadAnswer => ({
  status: 206,
  headers: {
    ...headers,
    'content-length': String(bytes.last - bytes.first + 1),
    'content-range': `bytes ${bytes.first}-${bytes.last}/${object.size}`,
  },
  bytes,
});

/**
 * What a GET or HEAD of an object is answered, its conditions and range considered; `overrides` are headers that
 * come in the place of the stored ones. Throws PreconditionFailed, InvalidRange.
 */
export const readAnswer = (
  request: S3Request,
  object: StoredObject,
  overrides: Readonly<Record<string, string>>,
): ReadAnswer => {
  if (isFreshFor(request, object)) return freshAnswer(object);
  const headers = {
    ...object.headers,
    ...overrides,
    ...validatorsOf(object),
    ...tagCount(object),
    'accept-ranges': 'bytes',
  };
  const range = byteRangeOf(request, object);
  if (range !== undefined) return partAnswer(object, headers, range);
  // Of the whole alone: beside a part the checksum would condemn it.
  const wantsChecksum = request.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED';
  return {
    status: 200,
    headers: {
      ...headers,
      ...(wantsChecksum ? checksumHeaders(object.checksum) : {}),
      'content-length': String(object.size),
    },
    ...(object.size > 0 ? { bytes: { first: 0, last: object.size - 1 } } : {}),
  };
};
