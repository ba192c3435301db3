import { onTestFinished, vi } from 'vitest';

/** Longest gap between two ticks that counts. */
const maxGap = 50;

/** Returns the milliseconds of a task, without those in which a busy machine did not run this process. */
export const awakeMilliseconds = async (task: () => Promise<unknown>): Promise<number> => {
  let awake = 0;
  let last = performance.now();
  const count = () => {
    const now = performance.now();
    awake += Math.min(now - last, maxGap);
    last = now;
  };
  const beats = setInterval(count, 10);
  try {
    await task();
  } finally {
    clearInterval(beats);
  }
  count();
  return awake;
};

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

/** Disables the deadline of store operations until the test ends, because a busy machine may miss it. */
export const withoutStoreDeadline = (): void => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeout.mockRestore());
};
