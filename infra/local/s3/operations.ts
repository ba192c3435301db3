import { XMLBuilder } from 'fast-xml-parser';
import * as z from 'zod';
import { type Answer, answerOf } from '../http/answer.ts';
import { matchesEntityTag, objectAnswer } from '../http/object-answer.ts';
import { S3Error } from './errors.ts';
import { openPayload, type RequestWithBody } from './payload.ts';
import type { Storage, StoredObject, WriteCondition } from './storage.ts';

/** A request whose signature was verified. */
export interface S3Request extends RequestWithBody {
  readonly method: string;
  readonly bucket: string;
  /** Key of the object, or empty for requests to the bucket itself. */
  readonly key: string;
  /** Query parameters, except those of the signature. */
  readonly query: Readonly<Record<string, string>>;
  readonly receivedAt: Date;
}

/** Called in the transaction that creates an object. */
export type OnCreated = (bucket: string, created: StoredObject) => void;

type Operation = (request: S3Request, storage: Storage, onCreated: OnCreated) => Promise<Answer>;

/** Maximum size that S3 accepts in one PutObject. */
const maxObjectBytes = 5 * 1024 ** 3;
/** Maximum number of keys that S3 lists at once. */
const maxKeys = 1000;

/** Executes a request. Throws S3Error, with NotImplemented for other operations. */
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
  return answerOf(200, { etag: stored.entityTag });
};

/** Handles GetObject and HeadObject. */
const getObject: Operation = async ({ bucket, key, headers }, storage) => {
  const object = storage.source(bucket, key);
  if (object === undefined) throw new S3Error('NoSuchKey');
  const answer = objectAnswer(headers, object);
  if (answer.statusCode === 412) throw new S3Error('PreconditionFailed');
  if (answer.statusCode === 416) throw new S3Error('InvalidRange');
  return answer;
};

/** Deletes an object. As on S3, deleting an object that does not exist succeeds. */
const deleteObject: Operation = async (request, storage) => {
  await storage.remove(request.bucket, [request.key], writeCondition(request));
  return answerOf(204, {});
};

const listParameters = {
  'list-type': z.literal('2'),
  prefix: z.string().default(''),
  'max-keys': z.coerce.number().int().min(1).default(maxKeys),
  /** Continuation token: the last key of the previous page. */
  'continuation-token': z
    .string()
    .regex(/^[\w-]{1,1400}$/)
    .transform((text) => Buffer.from(text, 'base64url').toString())
    .optional(),
};

const listObjects: Operation = async (request, storage) => {
  const { prefix, ...query } = parametersOf(request, listParameters);
  const limit = Math.min(query['max-keys'], maxKeys);
  const found = storage.list(request.bucket, prefix, query['continuation-token']);
  const objects = [...found.take(limit + 1)];
  const isTruncated = objects.length > limit;
  const page = objects.slice(0, limit);
  const document = xmlDocument('ListBucketResult', {
    Name: request.bucket,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: Buffer.from(page.at(-1)?.key ?? '').toString('base64url') }),
    Contents: page.map(({ key, lastModified, entityTag, size }) => ({
      Key: key,
      // In whole seconds, as on S3.
      LastModified: lastModified.replace(/\.\d+Z$/, '.000Z'),
      ETag: entityTag,
      Size: size,
      StorageClass: 'STANDARD',
    })),
  });
  return answerOf(200, { 'content-type': 'application/xml' }, document);
};

const bucketOperations: Readonly<Partial<Record<string, Operation>>> = { GET: listObjects };

const objectOperations: Readonly<Partial<Record<string, Operation>>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
};

/** Parses the parameters of an operation. Unknown or missing parameters are for another feature or operation. */
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

/**
 * Returns the condition that a write's If-None-Match and If-Match headers set. As in S3, If-None-Match accepts only
 * `*`. Throws NotImplemented; the condition throws PreconditionFailed, or NoSuchKey for If-Match without an object.
 */
const writeCondition = ({ headers }: S3Request): WriteCondition => {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new S3Error('NotImplemented', { message: 'For writes, If-None-Match accepts only *.' });
  return (current) => {
    if (ifNoneMatch !== undefined && current) throw new S3Error('PreconditionFailed');
    if (ifMatch === undefined) return;
    if (!current) throw new S3Error('NoSuchKey');
    if (!matchesEntityTag(ifMatch, current.entityTag)) throw new S3Error('PreconditionFailed');
  };
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

const xmlBuilder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/**
 * Formats an XML document. The root element has S3's namespace, except `Error`, which has none. Escapes control
 * characters, because XML parsers convert a carriage return to a line feed, which would change the key.
 */
export const xmlDocument = (root: string, content: Readonly<Record<string, unknown>>): Buffer => {
  const namespace = { '@xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/' };
  const document = xmlBuilder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    [root]: root === 'Error' ? content : { ...namespace, ...content },
  });
  return Buffer.from(
    document.replace(/[^\P{Cc}\t\n]/gu, (character: string) => `&#${character.codePointAt(0)};`),
  );
};
