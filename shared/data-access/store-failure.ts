import { $ZodError } from 'zod/v4/core';
import { StoreUnavailable } from '../domain/store-unavailable.ts';

const faultsOfCode = [TypeError, ReferenceError, RangeError, $ZodError];

/** Whether a retry cannot help: the code is at fault, or its request invalid. */
const isFault = (error: unknown): boolean =>
  faultsOfCode.some((type) => error instanceof type) ||
  (error instanceof Error && error.name === 'ValidationException');

/** Wraps the failure of a store in StoreUnavailable; returns faults unchanged. */
export const toStoreFailure = (operation: string, error: unknown): unknown =>
  error instanceof StoreUnavailable || isFault(error)
    ? error
    : new StoreUnavailable(operation, { cause: error });

/**
 * Runs one call to a store. Throws StoreUnavailable for its failures, but faults unchanged; `expected` errors, which
 * are answers, such as ConditionalCheckFailedException, are passed on too.
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
