const beatMilliseconds = 100;
/**
 * Gap between beats above which the process counts as frozen. It is shorter than every store client's timeout, so that
 * every freeze that causes a timeout is detected.
 */
const freezeMilliseconds = 400;

/**
 * Starts watching for freezes. `now` returns milliseconds. Lambda freezes an instance between requests. When the
 * instance resumes, pending calls time out even if the store is available, so these failures say nothing about the
 * store. A clock change, or a process that is too busy to run its timers, also counts as a freeze.
 */
export const startFreezeDetector = (now: () => number) => {
  let lastBeat = now();
  let wasFrozen = false;
  const beat = () => {
    const gap = now() - lastBeat;
    if (gap < 0 || gap > freezeMilliseconds) wasFrozen = true;
    lastBeat = now();
  };
  const timer = setInterval(beat, beatMilliseconds);
  timer.unref();
  return {
    /** Stops watching, and returns whether the process was frozen since the start. */
    stop: (): boolean => {
      clearInterval(timer);
      beat();
      return wasFrozen;
    },
  };
};
