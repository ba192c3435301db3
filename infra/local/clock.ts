import { setTimeout as delay } from 'node:timers/promises';

/** What work that waits knows of time. */
export interface Clock {
  /** Milliseconds since 1970, of a clock that may be set forwards and back. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal is given. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. Sleeping keeps no process from ending. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  },
};
