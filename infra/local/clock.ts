import { setTimeout as delay } from 'node:timers/promises';

/** The time, for work that waits. */
export interface Clock {
  /** Milliseconds since 1970, of a clock that may be set forwards and back. */
  now(): number;
  /** Resolves after this time, or at once when the signal is given. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. Sleeping keeps no process from ending. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  },
};
