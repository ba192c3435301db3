import { vi } from 'vitest';

/** Milliseconds of the longest timer that there is. */
const longest = 2 ** 31 - 1;

/**
 * Lets no time limit of the product run out until the function that it returns is called: timers never fire, and the
 * monotonic clock stands still. Pauses of `node:timers/promises` end as ever. For tests that are not about time and
 * share their process with the stores that they ask, as all of it may be held up for longer than a store may take.
 */
export const liftTimeLimits = (): (() => void) => {
  const { setTimeout } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(() => setTimeout(() => undefined, longest).unref());
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  return () => {
    timers.mockRestore();
    clock.mockRestore();
  };
};
