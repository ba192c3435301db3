import { S3ServiceException } from '@aws-sdk/client-s3';

/** Whether S3 answered with this status. */
export const answeredWith = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** A bucket that is not there is answered with the same status, but is a fault. */
export const saysNoSuchKey = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey';
