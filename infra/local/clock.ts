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

export type HourlyWork = ReturnType<typeof startHourlyWork>;

/** Delay of the first turn, while the stack may still be starting. */
const firstMilliseconds = 10_000;
const hourMilliseconds = 3_600_000;

/** Does some work soon and then every hour, until it is closed, which waits for a turn in progress. The work must not throw. */
export const startHourlyWork = (work: () => Promise<void>, clock: Clock = systemClock) => {
  const closing = new AbortController();
  const keepWorking = async () => {
    await clock.sleep(firstMilliseconds, closing.signal);
    while (!closing.signal.aborted) {
      await work();
      await clock.sleep(hourMilliseconds, closing.signal);
    }
  };
  const working = keepWorking();
  return {
    close: async () => {
      closing.abort();
      await working;
    },
  };
};
