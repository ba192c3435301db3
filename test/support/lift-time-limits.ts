import { vi } from 'vitest';

/** Maximum delay of a timer in milliseconds. */
const maxTimer = 2 ** 31 - 1;

/**
 * Disables the product's time limits until the returned function is called: timers never fire, and the monotonic clock
 * stops. Pauses with `node:timers/promises` still end. For tests that share a process with their stores, because a busy
 * machine may delay both for longer than the limits.
 */
export const liftTimeLimits = (): (() => void) => {
  const { setTimeout } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(() => setTimeout(() => undefined, maxTimer).unref());
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  return () => {
    timers.mockRestore();
    clock.mockRestore();
  };
};
