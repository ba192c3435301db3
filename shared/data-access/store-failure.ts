import * as z from 'zod';
import { StoreUnavailable } from '../domain/store-unavailable.ts';

const faultsOfCode = [TypeError, ReferenceError, RangeError, z.ZodError];

/** Trying again ends no better: the code is at fault, or asks what the store cannot understand. */
const isFault = (error: unknown): boolean =>
  faultsOfCode.some((type) => error instanceof type) ||
  (error instanceof Error && error.name === 'ValidationException');

/** What the failure of a store is to be thrown as: StoreUnavailable with it as the cause, but a fault as it is. */
export const toStoreFailure = (operation: string, error: unknown): unknown =>
  error instanceof StoreUnavailable || isFault(error)
    ? error
    : new StoreUnavailable(operation, { cause: error });

/**
 * Runs one call to a store. Throws StoreUnavailable for what it fails with, but faults as they are; `expected` lets
 * those errors pass too that are an answer, such as ConditionalCheckFailedException.
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
