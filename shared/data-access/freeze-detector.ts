const beatMilliseconds = 100;
/**
 * Smallest gap that counts as a freeze: shorter than any timeout of a store client, so that every freeze that causes a
 * timeout is noticed.
 */
const freezeMilliseconds = 400;

/**
 * Starts watching for freezes by a clock in milliseconds. Lambda freezes an instance between requests, and on waking
 * pending calls time out even if the store is well, so such failures say nothing about it. Changes of the clock and a
 * processor busy for that long also count as a freeze.
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
