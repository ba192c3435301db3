import type { IncomingMessage } from 'node:http';

/** Properties of a request known from its head. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** Header `x-amz-target` of requests to DynamoDB. */
  readonly target?: string;
  /** Name of the operation in the API of S3 or DynamoDB, such as PutObject or Query. */
  readonly operation: string;
}

/** Operations of S3 by method and distinguishing parameter. */
const onObject = [
  ['GET', '', 'GetObject'],
  ['HEAD', '', 'HeadObject'],
  ['PUT', '', 'PutObject'],
  ['DELETE', '', 'DeleteObject'],
] as const;

const onBucket = [
  ['GET', 'list-type', 'ListObjectsV2'],
  ['POST', 'delete', 'DeleteObjects'],
] as const;

const s3Operation = (method: string, path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const operations = /^\/[^/]+\/./.test(pathname) ? onObject : onBucket;
  const found = operations.find(
    ([ofMethod, parameter]) => ofMethod === method && (parameter === '' || searchParams.has(parameter)),
  );
  return found?.[2] ?? `${method} ${pathname}`;
};

/** Returns the operation that a message requests of a store. */
export const proxiedRequest = ({
  method = '',
  url: path = '/',
  headers,
}: IncomingMessage): ProxiedRequest => {
  const target = headers['x-amz-target'];
  if (typeof target !== 'string') return { method, path, operation: s3Operation(method, path) };
  return { method, path, target, operation: target.slice(target.indexOf('.') + 1) };
};
