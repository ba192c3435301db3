const beatMilliseconds = 100;
/**
 * Gap that counts as a freeze. It is shorter than every timeout of a store client, so that no freeze that causes a
 * timeout is missed.
 */
const freezeMilliseconds = 400;

/**
 * Starts to watch for freezes, with a clock in milliseconds. Lambda freezes an instance between requests. When it
 * resumes, pending calls time out even if the store is available, so these failures say nothing about the store. Clock
 * changes and a processor that is busy for as long also count as freezes.
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
