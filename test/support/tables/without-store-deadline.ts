import { onTestFinished, vi } from 'vitest';

/**
 * Lets operations on stores take as long as they do until the test ends: for tests that ask so much at once, or for so
 * long, that a busy machine may not answer each operation within the contract's seconds.
 */
export const withoutStoreDeadline = (): void => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeout.mockRestore());
};
