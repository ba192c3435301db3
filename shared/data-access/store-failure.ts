import { StoreUnavailable } from '../domain/store-unavailable.ts';

/**
 * Runs one call to a store and turns whatever it fails with into StoreUnavailable, the SDK's error as its cause.
 * `expected` lets those errors pass that are an answer, such as ConditionalCheckFailedException.
 */
export const storeCall = async <T>(
  operation: string,
  call: () => Promise<T>,
  expected: (error: unknown) => boolean = () => false,
): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (expected(error)) throw error;
    throw new StoreUnavailable(operation, { cause: error });
  }
};
