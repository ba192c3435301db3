import { type Clock, systemClock } from '../clock.ts';

/** Not while the stack is still starting. */
const firstMilliseconds = 10_000;
const everyMilliseconds = 60 * 60 * 1000;

/** Work that goes on until it is closed, which waits for a turn that is under way. */
export interface HourlyWork {
  close(): Promise<void>;
}

/** Does something soon and then every hour, one turn after the other. What is done must not throw. */
export const startHourlyWork = (work: () => Promise<void>, clock: Clock = systemClock): HourlyWork => {
  const closing = new AbortController();
  const keepWorking = async () => {
    await clock.sleep(firstMilliseconds, closing.signal);
    while (!closing.signal.aborted) {
      await work();
      await clock.sleep(everyMilliseconds, closing.signal);
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
