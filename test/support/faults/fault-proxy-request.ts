import type { IncomingMessage } from 'node:http';

/** What is known of a request once its headers are there. */
export interface ProxiedRequest {
  readonly method: string;
  /** With its query, as it goes over the wire. */
  readonly path: string;
  /** `x-amz-target`, which only DynamoDB has. */
  readonly target?: string;
  /** The operation's name in the API of S3 or DynamoDB, such as PutObject or Query. */
  readonly operation: string;
}

/** Operations of S3 by method and the parameter that tells them apart, the first that fits. */
const onObject = [
  ['GET', 'tagging', 'GetObjectTagging'],
  ['PUT', 'tagging', 'PutObjectTagging'],
  ['DELETE', 'tagging', 'DeleteObjectTagging'],
  ['POST', 'uploads', 'CreateMultipartUpload'],
  ['POST', 'uploadId', 'CompleteMultipartUpload'],
  ['GET', 'uploadId', 'ListParts'],
  ['PUT', 'uploadId', 'UploadPart'],
  ['DELETE', 'uploadId', 'AbortMultipartUpload'],
  ['GET', '', 'GetObject'],
  ['HEAD', '', 'HeadObject'],
  ['PUT', '', 'PutObject'],
  ['DELETE', '', 'DeleteObject'],
] as const;

const onBucket = [
  ['GET', 'list-type', 'ListObjectsV2'],
  ['GET', 'uploads', 'ListMultipartUploads'],
  ['POST', 'delete', 'DeleteObjects'],
  ['HEAD', '', 'HeadBucket'],
] as const;

const s3Operation = (method: string, path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const operations = /^\/[^/]+\/./.test(pathname) ? onObject : onBucket;
  const found = operations.find(
    ([ofMethod, parameter]) => ofMethod === method && (parameter === '' || searchParams.has(parameter)),
  );
  return found?.[2] ?? `${method} ${pathname}`;
};

/** Tells what a message asks of a store. */
export const proxiedRequest = ({
  method = '',
  url: path = '/',
  headers,
}: IncomingMessage): ProxiedRequest => {
  const target = headers['x-amz-target'];
  if (typeof target !== 'string') return { method, path, operation: s3Operation(method, path) };
  return { method, path, target, operation: target.slice(target.indexOf('.') + 1) };
};
