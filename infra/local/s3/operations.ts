import type { Readable } from 'node:stream';
import * as z from 'zod';
import { S3Error } from './errors.ts';
import { crc32Header, openPayload, type RequestWithBody } from './payload.ts';
import type { ByteRange, Storage, StoredObject, WriteCondition } from './storage.ts';
import { parseXml, xmlDocument } from './xml.ts';

/** A request whose signature was verified. */
export interface S3Request extends RequestWithBody {
  readonly method: string;
  readonly bucket: string;
  /** Empty for requests to the bucket itself. */
  readonly key: string;
  /** Query parameters, without those of the signature. */
  readonly query: Readonly<Record<string, string>>;
  readonly receivedAt: Date;
}

/** A response of S3. The sender of a stream must read it to its end or destroy it. */
export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Called in the transaction that creates an object. */
export type OnCreated = (bucket: string, created: StoredObject) => void;

type Operation = (request: S3Request, storage: Storage, onCreated: OnCreated) => Promise<S3Response>;

/** Maximum size that S3 accepts in one PutObject. */
const maxObjectBytes = 5 * 1024 ** 3;
/** Maximum number of keys that S3 lists or deletes at once. */
const maxKeys = 1000;

/** Maximum size of an XML body, enough for 1000 keys of 1024 bytes. */
const maxXmlBytes = 2 * 1024 ** 2;

/** Executes a request. Throws S3Error: NotImplemented for all other operations of S3. */
export const operate: Operation = async (request, storage, onCreated) => {
  const { method, key } = request;
  const operation = (key === '' ? bucketOperations : objectOperations)[method];
  if (operation === undefined) throw new S3Error('NotImplemented');
  if (key !== '') parametersOf(request, {});
  return operation(request, storage, onCreated);
};

const putObject: Operation = async (request, storage, onCreated) => {
  const { bucket, key, receivedAt } = request;
  const condition = writeCondition(request);
  // Checked before the contents are read, to fail early, and again when the object is recorded.
  condition(storage.find(bucket, key));
  const stored = await storage.put(bucket, key, {
    payload: openPayload(request, maxObjectBytes),
    lastModified: receivedAt.toISOString(),
    headers: headersToStore(request),
    condition,
    onCreated: (object) => onCreated(bucket, object),
  });
  return { status: 200, headers: { etag: stored.entityTag, ...checksumHeaders(stored) } };
};

/** Handles GetObject and HeadObject. */
const getObject: Operation = async (request, storage) => {
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
  // Only for the whole object, because the client would compare it with the part.
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

/** As on S3, deleting an object that does not exist succeeds. */
const deleteObject: Operation = async (request, storage) => {
  await storage.remove(request.bucket, [request.key], writeCondition(request));
  return { status: 204, headers: {} };
};

const listParameters = {
  'list-type': z.literal('2'),
  prefix: z.string().default(''),
  'max-keys': z.coerce.number().int().min(0).default(maxKeys),
  /** Last key of the previous page. */
  'continuation-token': z
    .string()
    .regex(/^[\w-]{1,1400}$/)
    .transform((text) => Buffer.from(text, 'base64url').toString())
    .optional(),
};

const listObjects: Operation = async (request, storage) => {
  const { prefix, ...query } = parametersOf(request, listParameters);
  const limit = Math.min(query['max-keys'], maxKeys);
  const objects: StoredObject[] = [];
  let isTruncated = false;
  for (const object of storage.list(request.bucket, prefix, query['continuation-token'])) {
    // S3 treats a page of no keys as complete.
    isTruncated = limit > 0 && objects.length === limit;
    if (objects.length === limit) break;
    objects.push(object);
  }
  const last = objects.at(-1);
  return xmlResponse('ListBucketResult', {
    Name: request.bucket,
    Prefix: prefix,
    KeyCount: objects.length,
    MaxKeys: limit,
    IsTruncated: isTruncated,
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

// Strict, because an entry with a version or an entity tag means more than deleting a key.
const deletion = z.object({
  Delete: z.object({
    Quiet: z.enum(['true', 'false']).optional(),
    Object: z
      .array(z.strictObject({ Key: z.string().min(1), '#text': z.string().optional() }))
      .min(1)
      .max(maxKeys),
  }),
});

const deleteObjects: Operation = async (request, storage) => {
  parametersOf(request, { delete: z.literal('') });
  const body = Buffer.concat(await Array.fromAsync(openPayload(request, maxXmlBytes).contents));
  const { Delete } = parseXml(body, deletion);
  const keys = Delete.Object.map(({ Key }) => Key);
  await storage.remove(request.bucket, keys);
  return xmlResponse('DeleteResult', {
    Deleted: Delete.Quiet === 'true' ? [] : keys.map((Key) => ({ Key })),
  });
};

const bucketOperations: Readonly<Partial<Record<string, Operation>>> = {
  GET: listObjects,
  POST: deleteObjects,
};

const objectOperations: Readonly<Partial<Record<string, Operation>>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
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
 * Parses the parameters of an operation. Throws NotImplemented for unknown parameters, which request other features,
 * and for missing ones, which select the operation. Throws InvalidArgument for invalid values.
 */
const parametersOf = <S extends z.ZodRawShape>({ query }: S3Request, shape: S) => {
  const parsed = z.strictObject(shape).safeParse(query);
  if (parsed.success) return parsed.data;
  const isOther = parsed.error.issues.some(
    ({ code, path: [name = ''] }) => code === 'unrecognized_keys' || !(String(name) in query),
  );
  throw new S3Error(isOther ? 'NotImplemented' : 'InvalidArgument', {
    message: z.prettifyError(parsed.error),
  });
};

/** Whether a conditional header, a list of entity tags or `*`, matches. */
const matchesEntityTag = (list: string, entityTag: string): boolean =>
  list.split(',').some((tag) => ['*', entityTag].includes(tag.trim()));

/**
 * Returns the condition of If-None-Match and If-Match on a write. As with S3, the first only accepts `*`, and the
 * second throws NoSuchKey if the object does not exist. Throws NotImplemented; the condition throws PreconditionFailed.
 */
const writeCondition = ({ headers }: S3Request): WriteCondition => {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new S3Error('NotImplemented', { message: 'If-None-Match of a write only accepts *.' });
  return (current) => {
    if (ifNoneMatch !== undefined && current) throw new S3Error('PreconditionFailed');
    if (ifMatch === undefined) return;
    if (!current) throw new S3Error('NoSuchKey');
    if (!matchesEntityTag(ifMatch, current.entityTag)) throw new S3Error('PreconditionFailed');
  };
};

/**
 * Returns the requested part of an object, given as `bytes=FIRST-` or `bytes=FIRST-LAST`. Undefined means the whole
 * object; this includes other forms and If-Range, which servers may ignore. Throws InvalidRange.
 */
const requestedRange = ({ headers }: S3Request, { size }: StoredObject): ByteRange | undefined => {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (from === undefined || headers['if-range'] !== undefined) return undefined;
  const first = Number(from);
  const last = Math.min(size - 1, to ? Number(to) : size - 1);
  if (first >= size) throw new S3Error('InvalidRange', { headers: { 'content-range': `bytes */${size}` } });
  return first > last ? undefined : { first, last };
};

/** Headers of a write that are stored and returned with the object. */
const storedHeaders = /^(cache-control|content-(disposition|language|type)|expires|x-amz-meta-.*)$/;

const headersToStore = ({ headers }: S3Request): Record<string, string> => {
  // aws-chunked describes the transfer, not the object.
  const encodings = (headers['content-encoding'] ?? '').split(',').map((encoding) => encoding.trim());
  const encoding = encodings.filter((each) => each !== '' && each !== 'aws-chunked').join(',');
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => storedHeaders.test(name))),
    ...(encoding !== '' && { 'content-encoding': encoding }),
  };
};
