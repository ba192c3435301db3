import { setTimeout as delay } from 'node:timers/promises';

/** Clock for work that waits. Tests can replace it. */
export interface Clock {
  /** Returns the time in epoch milliseconds. The clock may be set forward or back. */
  now(): number;
  /** Resolves after this time, or as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. Sleeping does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  },
};
