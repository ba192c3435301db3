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

/** Work that goes on until it is closed, which waits for a turn in progress. */
export interface HourlyWork {
  close(): Promise<void>;
}

/** Delay of the first turn: not while the stack is still starting. */
const firstMilliseconds = 10_000;
const hourMilliseconds = 3_600_000;

/** Does some work soon and then every hour, one turn after the other. The work must not throw. */
export const startHourlyWork = (work: () => Promise<void>, clock: Clock = systemClock): HourlyWork => {
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
