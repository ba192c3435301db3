import { onTestFinished, vi } from 'vitest';

/**
 * Disables the deadline of store operations until the test ends, for tests whose load a busy machine may not be able to
 * handle within the contract's limits.
 */
export const withoutStoreDeadline = (): void => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeout.mockRestore());
};
