import * as z from 'zod';
import { integerParameter, queryOf } from '../request/query-of.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { xmlDocument } from '../xml-document.ts';
import { mostKeys } from './limits.ts';
import { continuationToken, pageOf } from './listing-page.ts';
import { type Operation, xmlAnswer } from './operation.ts';

const parameters = {
  'list-type': z.literal('2'),
  prefix: z.string().default(''),
  delimiter: z.string().default(''),
  'max-keys': integerParameter(0, 2 ** 31 - 1).default(mostKeys),
  'continuation-token': continuationToken.optional(),
  'start-after': z.string().default(''),
  'encoding-type': z.literal('url').optional(),
  'fetch-owner': z.literal('false').optional(),
};

/** As S3 encodes keys that XML cannot hold. */
const urlEncoded = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');

const contentsOf = (object: StoredObject, encode: (text: string) => string) => ({
  Key: encode(object.key),
  LastModified: object.lastModified,
  ETag: object.entityTag,
  ...(object.checksum === undefined
    ? {}
    : { ChecksumAlgorithm: object.checksum.algorithm, ChecksumType: object.checksum.type }),
  Size: object.size,
  StorageClass: 'STANDARD',
});

/** ListObjectsV2 */
export const listObjects: Operation = async (request, { name, objects }) => {
  const query = queryOf(request, parameters);
  const encode = query['encoding-type'] === 'url' ? urlEncoded : (text: string) => text;
  const maxKeys = Math.min(query['max-keys'], mostKeys);
  const page = pageOf(objects.inOrder(), {
    prefix: query.prefix,
    delimiter: query.delimiter,
    after: query['continuation-token'] ?? query['start-after'],
    maxKeys,
  });
  return xmlAnswer(
    xmlDocument('ListBucketResult', {
      Name: name,
      Prefix: encode(query.prefix),
      ...(query.delimiter === '' ? {} : { Delimiter: encode(query.delimiter) }),
      ...(query['start-after'] === '' ? {} : { StartAfter: encode(query['start-after']) }),
      ...(query['encoding-type'] === undefined ? {} : { EncodingType: 'url' }),
      KeyCount: page.objects.length + page.commonPrefixes.length,
      MaxKeys: maxKeys,
      IsTruncated: page.next !== undefined,
      ...(page.next === undefined ? {} : { NextContinuationToken: page.next }),
      Contents: page.objects.map((object) => contentsOf(object, encode)),
      CommonPrefixes: page.commonPrefixes.map((prefix) => ({ Prefix: encode(prefix) })),
    }),
  );
};
