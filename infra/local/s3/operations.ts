import type { Readable } from 'node:stream';
import * as z from 'zod';
import { S3Error } from './errors.ts';
import { crc32Header, openPayload, readText } from './payload.ts';
import type { ByteRange, Storage, StoredObject, WriteCondition } from './storage.ts';
import { parseXml, xmlDocument } from './xml.ts';

/** A request whose signature was verified. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty if the request is about the bucket. */
  readonly key: string;
  /** Parameters, without those of the signature and those that stand for headers. */
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name, including those that a presigned URL has in its query. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the signature says of the body: a SHA-256 in hex, or one of S3's words for none. */
  readonly payloadHash: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly receivedAt: Date;
}

/** A response of S3. A stream is read to its end, or destroyed, by whoever sends it. */
export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Is called in the transaction that creates an object. */
export type OnCreated = (bucket: string, created: StoredObject) => void;

type Operation = (request: S3Request, storage: Storage, onCreated: OnCreated) => Promise<S3Response>;

/** Maximum size that S3 accepts in one PutObject. */
const maxObjectBytes = 5 * 1024 ** 3;
/** Maximum number of keys that S3 lists or deletes at once. */
const maxKeys = 1000;

/** Returns the operation that a request asks for. Throws MethodNotAllowed, or NotImplemented for all others of S3. */
export const chooseOperation = ({ method, key, query }: S3Request): Operation => {
  if (!methods.includes(method))
    throw new S3Error('MethodNotAllowed', undefined, { allow: methods.join(', ') });
  const operation = key === '' ? bucketOperation(method, query) : objectOperations[method];
  if (operation === undefined) throw new S3Error('NotImplemented');
  return operation;
};

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];

const bucketOperation = (method: string, query: S3Request['query']): Operation | undefined => {
  if (method === 'GET' && 'list-type' in query) return listObjects;
  if (method === 'POST' && 'delete' in query) return deleteObjects;
  return undefined;
};

/** PutObject */
const putObject: Operation = async (request, storage, onCreated) => {
  parametersOf(request, {});
  const { bucket, key } = request;
  const condition = writeCondition(request);
  // Rejected before the contents are read if it is bound to fail. It is checked again when the object is recorded.
  condition(storage.find(bucket, key));
  const payload = openPayload(request, maxObjectBytes);
  const stored = await storage.put(bucket, key, payload.contents, {
    describe: () => {
      const { size, md5, crc32 } = payload.received();
      const lastModified = request.receivedAt.toISOString();
      return { size, entityTag: `"${md5}"`, crc32, lastModified, headers: headersToStore(request) };
    },
    condition,
    onCreated: (object) => onCreated(bucket, object),
  });
  return { status: 200, headers: { etag: stored.entityTag, ...checksumHeaders(stored) } };
};

/** GetObject and HeadObject */
const getObject: Operation = async (request, storage) => {
  parametersOf(request, {});
  const object = storage.find(request.bucket, request.key);
  if (object === undefined) throw new S3Error('NoSuchKey');
  const validators = { etag: object.entityTag, 'last-modified': new Date(object.lastModified).toUTCString() };
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifMatch !== undefined && !matchesEntityTag(ifMatch, object.entityTag))
    throw new S3Error('PreconditionFailed');
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, object.entityTag))
    return { status: 304, headers: validators };
  const range = requestedRange(request, object);
  const { first, last } = range ?? { first: 0, last: object.size - 1 };
  const length = last - first + 1;
  // Only returned with the whole object: the client would compare it with the part.
  const wantsChecksum = !range && request.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED';
  return {
    status: range ? 206 : 200,
    headers: {
      ...object.headers,
      ...validators,
      'accept-ranges': 'bytes',
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${first}-${last}/${object.size}` }),
      ...(wantsChecksum && checksumHeaders(object)),
    },
    ...(request.method === 'GET' && length > 0 && { body: storage.read(object, { first, last }) }),
  };
};

/** DeleteObject, which succeeds if there is no such key */
const deleteObject: Operation = async (request, storage) => {
  parametersOf(request, {});
  await storage.remove(request.bucket, request.key, writeCondition(request));
  return { status: 204, headers: {} };
};

const objectOperations: Readonly<Partial<Record<string, Operation>>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
};

const listParameters = {
  'list-type': z.literal('2'),
  prefix: z.string().default(''),
  'max-keys': z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .default(maxKeys),
  /** The last key of the previous page. */
  'continuation-token': z
    .string()
    .regex(/^[\w-]{1,1400}$/)
    .transform((text) => Buffer.from(text, 'base64url').toString())
    .optional(),
};

/** ListObjectsV2 */
const listObjects: Operation = async (request, storage) => {
  const { prefix, ...query } = parametersOf(request, listParameters);
  const limit = Math.min(query['max-keys'], maxKeys);
  const objects: StoredObject[] = [];
  let isTruncated = false;
  for (const object of storage.list(request.bucket, prefix, query['continuation-token'])) {
    isTruncated = objects.length === limit;
    if (isTruncated) break;
    objects.push(object);
  }
  const last = objects.at(-1);
  return xmlResponse('ListBucketResult', {
    Name: request.bucket,
    Prefix: prefix,
    KeyCount: objects.length,
    MaxKeys: limit,
    IsTruncated: isTruncated && last !== undefined,
    ...(isTruncated && last && { NextContinuationToken: Buffer.from(last.key).toString('base64url') }),
    Contents: objects.map(({ key, lastModified, entityTag, size }) => ({
      Key: key,
      LastModified: lastModified,
      ETag: entityTag,
      ChecksumAlgorithm: 'CRC32',
      ChecksumType: 'FULL_OBJECT',
      Size: size,
      StorageClass: 'STANDARD',
    })),
  });
};

// Strict, because an entry with a version or an entity tag asks for more than the deletion of its key.
const deletion = z.object({
  Delete: z.object({
    Quiet: z.enum(['true', 'false']).optional(),
    Object: z
      .array(z.strictObject({ Key: z.string().min(1), '#text': z.string().optional() }))
      .min(1)
      .max(maxKeys),
  }),
});

/** DeleteObjects */
const deleteObjects: Operation = async (request, storage) => {
  parametersOf(request, { delete: z.literal('') });
  const { Delete } = parseXml(await readText(request), deletion, ['Object']);
  for (const { Key } of Delete.Object) await storage.remove(request.bucket, Key);
  const deleted = Delete.Quiet === 'true' ? [] : Delete.Object.map(({ Key }) => ({ Key }));
  return xmlResponse('DeleteResult', { Deleted: deleted });
};

const xmlResponse = (root: string, content: Readonly<Record<string, unknown>>): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: xmlDocument(root, content),
});

const checksumHeaders = ({ crc32 }: StoredObject) => ({
  [crc32Header]: crc32,
  'x-amz-checksum-type': 'FULL_OBJECT',
});

/**
 * Parses the parameters of an operation. Throws NotImplemented for others, as each of them asks for something else, and
 * InvalidArgument for wrong values.
 */
const parametersOf = <S extends z.ZodRawShape>({ query }: S3Request, shape: S) => {
  const parsed = z.strictObject(shape).safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new S3Error('NotImplemented', `The parameter ${issue.keys.join(', ')} is not implemented.`);
  throw new S3Error('InvalidArgument', `The parameter ${issue?.path.join('.')} is not valid.`);
};

/** Whether a list of entity tags in a conditional header, or `*`, matches. */
const matchesEntityTag = (list: string, entityTag: string): boolean =>
  list.split(',').some((tag) => ['*', entityTag].includes(tag.trim()));

/**
 * Returns the condition of If-None-Match and If-Match on a write. As with S3, the first only accepts `*`, and the
 * second throws NoSuchKey if there is no object. Throws NotImplemented; the condition throws PreconditionFailed.
 */
const writeCondition = ({ headers }: S3Request): WriteCondition => {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new S3Error('NotImplemented', 'If-None-Match of a write only accepts *.');
  return (current) => {
    if (ifNoneMatch !== undefined && current) throw new S3Error('PreconditionFailed');
    if (ifMatch === undefined) return;
    if (!current) throw new S3Error('NoSuchKey');
    if (!matchesEntityTag(ifMatch, current.entityTag)) throw new S3Error('PreconditionFailed');
  };
};

/**
 * Returns the requested part of an object. Undefined means the whole object, also for several ranges, for a header that
 * cannot be parsed, and for If-Range with another entity tag or with a date. Throws InvalidRange.
 */
const requestedRange = ({ headers }: S3Request, { size, entityTag }: StoredObject): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  const ifRange = headers['if-range'];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== entityTag)) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (first > last) throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${size}` });
  return { first, last };
};

/** Headers of a write that are returned with the object. */
const isToBeStored = /^(cache-control|content-(disposition|language|type)|expires|x-amz-meta-.*)$/;

const headersToStore = ({ headers }: S3Request): Record<string, string> => {
  // aws-chunked is how the body was sent, not how the object is encoded.
  const encodings = (headers['content-encoding'] ?? '').split(',').map((encoding) => encoding.trim());
  const encoding = encodings.filter((each) => each !== '' && each !== 'aws-chunked').join(',');
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => isToBeStored.test(name))),
    ...(encoding !== '' && { 'content-encoding': encoding }),
  };
};
