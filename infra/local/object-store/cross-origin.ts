import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './operations/operation.ts';
import { S3Error } from './s3-error.ts';

/** Whatever page a browser shows may read what a presigned URL lets its holder read: no cookie takes part in it. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-disposition, content-encoding, content-length, content-range, etag, last-modified, x-amz-request-id',
} as const;

const allowedMethods = ['GET', 'HEAD'];

/** Answers a browser that asks whether a page may send a request. Throws BadRequest, AccessDenied. */
export const answerPreflight = (headers: IncomingHttpHeaders): Answer => {
  const method = headers['access-control-request-method'];
  if (headers.origin === undefined || method === undefined) {
    throw new S3Error('BadRequest', 'A preflight request needs Origin and Access-Control-Request-Method.');
  }
  if (!allowedMethods.includes(method)) throw new S3Error('AccessDenied', `Pages may not send ${method}.`);
  return {
    status: 200,
    headers: {
      'access-control-allow-methods': allowedMethods.join(', '),
      'access-control-allow-headers': 'if-match, if-modified-since, if-none-match, if-range, range',
      'access-control-max-age': '3000',
    },
  };
};
