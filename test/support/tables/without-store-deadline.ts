import { onTestFinished, vi } from 'vitest';

/** Disables the deadline of store operations until the test ends, because a busy machine may miss it. */
export const withoutStoreDeadline = (): void => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeout.mockRestore());
};
