import type { Answer } from './operations/operation.ts';
import { S3Error } from './s3-error.ts';
import { xmlDocument } from './xml-document.ts';

// EFBIG: what is left of the process's own limit is too little, as of a disk.
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && fullDisk.has(error.code);

/** Whatever went wrong, as one of S3's errors. What is inside an unexpected one stays inside. */
export const toS3Error = (error: unknown): S3Error => {
  if (error instanceof S3Error) return error;
  return new S3Error(
    isDiskFull(error) ? 'ServiceUnavailable' : 'InternalError',
    undefined,
    {},
    { cause: error },
  );
};

export const errorDocument = ({ code, message }: S3Error, requestId: string, resource?: string): string =>
  xmlDocument('Error', {
    Code: code,
    Message: message,
    ...(resource === undefined ? {} : { Resource: resource }),
    RequestId: requestId,
  });

export const errorAnswer = (error: S3Error, requestId: string, resource: string): Answer => ({
  status: error.status,
  headers: { 'content-type': 'application/xml', ...error.headers },
  body: errorDocument(error, requestId, resource),
});
