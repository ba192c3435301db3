import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { $ZodError } from 'zod/v4/core';
import { StoreUnavailable } from '../domain/store-unavailable.ts';

/**
 * Runs one call to a store. Throws StoreUnavailable if it fails, unless the error is the caller's fault or is
 * `expected`, such as ConditionalCheckFailedException.
 */
export const storeCall = async <T>(
  operation: string,
  call: () => Promise<T>,
  expected: (error: unknown) => boolean = () => false,
): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw expected(error) ? error : toStoreFailure(operation, error);
  }
};

/** Wraps a store failure in StoreUnavailable. Errors that are the caller's fault are returned unchanged. */
export const toStoreFailure = (operation: string, error: unknown): unknown =>
  error instanceof StoreUnavailable || isFault(error)
    ? error
    : new StoreUnavailable(operation, { cause: error });

/** Whether DynamoDB rejected a write because of its condition. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof ConditionalCheckFailedException;

const contention = ['ConditionalCheckFailed', 'TransactionConflict'];

/** Whether DynamoDB cancelled a transaction because another request has changed or is changing one of its items. */
export const isContended = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => contention.includes(Code));

/** Whether the error is an S3 response with one of these statuses. */
export const hasS3Status = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Whether the error says that a key does not exist in S3. A missing bucket has the same status, but is a fault. */
export const isNoSuchKey = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey';

const faultTypes = [TypeError, ReferenceError, RangeError, $ZodError];

/** Whether a retry cannot help, because the error is a bug or the request is invalid. */
const isFault = (error: unknown): boolean =>
  faultTypes.some((type) => error instanceof type) ||
  (error instanceof Error && error.name === 'ValidationException');
