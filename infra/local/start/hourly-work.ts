import { type Clock, systemClock } from '../clock.ts';

/** Not while the stack is still starting. */
const firstMilliseconds = 10_000;
const everyMilliseconds = 60 * 60 * 1000;

/** Something that is done every hour. Returns what to log about it, if anything. */
export interface HourlyTask {
  readonly name: string;
  run(): string | undefined | Promise<string | undefined>;
}

/**
 * Runs tasks soon and then every hour, one after the other. A failure is logged, and the task runs again with the next
 * hour. `close` waits for a task that is running.
 */
export const startHourlyWork = (
  tasks: readonly HourlyTask[],
  log: (line: string) => void,
  clock: Clock = systemClock,
) => {
  const closing = new AbortController();
  const work = async (): Promise<void> => {
    await clock.sleep(firstMilliseconds, closing.signal);
    while (!closing.signal.aborted) {
      for (const { name, run } of tasks) {
        try {
          const done = await run();
          if (done !== undefined) log(`${name}: ${done}`);
        } catch (error) {
          log(`${name} failed: ${error}`);
        }
      }
      await clock.sleep(everyMilliseconds, closing.signal);
    }
  };
  const working = work();
  return {
    close: async (): Promise<void> => {
      closing.abort();
      await working;
    },
  };
};
