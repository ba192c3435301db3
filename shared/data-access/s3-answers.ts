import { S3ServiceException } from '@aws-sdk/client-s3';

/** Whether the error is an answer of S3 with one of these statuses. */
export const answeredWith = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Whether the error means a missing key; a missing bucket has the same status, but is a fault. */
export const saysNoSuchKey = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey';
