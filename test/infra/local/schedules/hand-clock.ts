import type { Clock } from '../../../../infra/local/clock.ts';

/** A clock that stands still until the test moves it, for one sleeper. */
export interface HandClock extends Clock {
  /** Resolves when somebody sleeps, with the milliseconds asked for. */
  asleep(): Promise<number>;
  /** Sets the clock forwards, or back, and wakes the sleeper; resolves when somebody sleeps again. */
  move(milliseconds: number): Promise<number>;
  /** Lets the sleeper sleep as long as it asks for, again and again, until the clock has gone on so far. */
  pass(milliseconds: number): Promise<void>;
}

export const handClock = (start: string): HandClock => {
  let time = Date.parse(start);
  let sleeper: { readonly milliseconds: number; wake(): void } | undefined;
  let falling = Promise.withResolvers<number>();

  const move = async (milliseconds: number): Promise<number> => {
    time += milliseconds;
    const { wake } = sleeper ?? {};
    sleeper = undefined;
    falling = Promise.withResolvers<number>();
    wake?.();
    return falling.promise;
  };
  const asleep = async () => sleeper?.milliseconds ?? (await falling.promise);

  return {
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        sleeper = { milliseconds, wake: resolve };
        signal.addEventListener('abort', () => resolve(), { once: true });
        falling.resolve(milliseconds);
      }),
    asleep,
    move,
    pass: async (milliseconds) => {
      const end = time + milliseconds;
      while (time < end) await move(Math.min(await asleep(), end - time));
    },
  };
};
