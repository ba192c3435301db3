const beatMilliseconds = 100;
/** Shorter than the shortest time in which a store's client gives up, so that no sleep that ends one is missed. */
const sleepMilliseconds = 400;

/** Tells whether this process stood still for a while. */
export interface SleepWatch {
  /** Ends the watch; whether the process slept since it began. */
  end(): boolean;
}

/**
 * Watches for sleep from here on. Lambda freezes an instance between two requests: what waited for an answer then
 * finds its time used up when it wakes, however well the store is, so that its failure says nothing of the store.
 * A clock that is set counts as sleep, and so does a processor that is busy for as long.
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
