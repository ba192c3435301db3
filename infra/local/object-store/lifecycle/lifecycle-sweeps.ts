import type { Swept } from './apply-lifecycle.ts';

const firstMilliseconds = 10_000;
const everyMilliseconds = 60 * 60 * 1000;

/**
 * Sweeps soon, but not while the stack is still starting, and every hour after that, one sweep at a time.
 * A sweep that fails is told, and the next one tries again. Resolves once the last one has ended.
 */
export const startLifecycleSweeps = (
  sweep: () => Promise<readonly Swept[]>,
  log: (line: string) => void,
): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve();
  const sweepAndTell = async () => {
    try {
      for (const { expiredKeys, abortedKeys } of await sweep()) {
        for (const key of expiredKeys) log(`lifecycle: ${JSON.stringify(key)} has expired`);
        for (const key of abortedKeys) log(`lifecycle: an upload of ${JSON.stringify(key)} was aborted`);
      }
    } catch (error) {
      log(`lifecycle: the sweep failed: ${error}`);
    }
  };
  const next = () => {
    running = running.then(sweepAndTell);
  };
  const every = setInterval(next, everyMilliseconds);
  const first = setTimeout(next, firstMilliseconds);
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(every);
      return running;
    },
  };
};
