const beatMilliseconds = 100;
/**
 * Smallest gap that counts as sleep: shorter than any timeout of a store client, so that every sleep that causes a
 * timeout is noticed.
 */
const sleepMilliseconds = 400;

/** Watch for periods in which the process was frozen. */
export interface SleepWatch {
  /** Ends the watch, and returns whether the process slept since it began. */
  end(): boolean;
}

/**
 * Starts a watch for sleep. Lambda freezes an instance between requests, and on waking pending calls time out even if
 * the store is well, so such failures say nothing about it. Changes of the clock and a processor busy for that long
 * also count as sleep.
 */
export const watchForSleep = (now: () => number): SleepWatch => {
  let lastBeat = now();
  let slept = false;
  const beat = () => {
    const gap = now() - lastBeat;
    if (gap < 0 || gap > sleepMilliseconds) slept = true;
    lastBeat = now();
  };
  const timer = setInterval(beat, beatMilliseconds);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      beat();
      return slept;
    },
  };
};
