import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../../infra/local/clock.ts';

/** A clock that only advances when a test advances it. */
export interface ManualClock extends Clock {
  /** Advances the clock by this many milliseconds. Wakes each sleeper at its time, and lets its work complete. */
  pass(milliseconds: number): Promise<void>;
  /** Moves the clock forwards or backwards by this many milliseconds, without waking sleepers. */
  set(milliseconds: number): void;
}

/** Lets work complete that is not waiting for the clock. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns++) await turn();
};

export const manualClock = (start: number | string = Date.now()): ManualClock => {
  let passed = 0;
  let offset = new Date(start).getTime();
  const sleepers = new Set<{ readonly until: number; wake(): void }>();
  return {
    now: () => offset + passed,
    sleep: (milliseconds, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = {
          until: passed + milliseconds,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake, { once: true });
      }),
    pass: async (milliseconds) => {
      const end = passed + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...sleepers].sort((one, other) => one.until - other.until);
        if (!next || next.until > end) break;
        passed = Math.max(passed, next.until);
        next.wake();
        await settle();
      }
      passed = end;
    },
    set: (milliseconds) => {
      offset += milliseconds;
    },
  };
};
