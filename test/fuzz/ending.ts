import type { ApiTarget } from '../support/targets/api-target.ts';

/** What a person who gives up sends, and the exit status that says so. */
const endings = { SIGINT: 130, SIGTERM: 143 } as const;

export interface Ending {
  /** The target, whose answers stay out once this process ends: that its stack is gone is no finding. */
  readonly before: (target: ApiTarget) => ApiTarget;
  readonly forget: () => void;
}

/** Runs `close` before this process ends by a signal. */
export const closeOnEnding = (close: () => Promise<void>): Ending => {
  let isEnding = false;
  const end = (signal: keyof typeof endings): void => {
    isEnding = true;
    const exit = () => process.exit(endings[signal]);
    close().then(exit, exit);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return {
    before: (target) => ({
      send: (request) =>
        new Promise((resolve, reject) => {
          const unlessEnding =
            <T>(settle: (outcome: T) => void) =>
            (outcome: T) => {
              if (!isEnding) settle(outcome);
            };
          target.send(request).then(unlessEnding(resolve), unlessEnding(reject));
        }),
    }),
    forget: () => void process.off('SIGINT', end).off('SIGTERM', end),
  };
};
