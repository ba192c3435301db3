/** Milliseconds by which a deadline may be noticed late. */
const precision = 20;

interface Waiting {
  /** Milliseconds of a steady clock. */
  readonly at: number;
  readonly miss: () => void;
}

/**
 * Deadlines that are hardly ever reached, as those of functions: one timer looks after all of them, where a timer for
 * each would cost as much as what it bounds.
 */
export const deadlines = () => {
  const waiting = new Set<Waiting>();
  let isLookedAfter = false;

  const lookLater = () => {
    isLookedAfter = true;
    setTimeout(look, precision);
  };

  const look = () => {
    const now = performance.now();
    for (const each of waiting) {
      if (each.at > now) continue;
      waiting.delete(each);
      each.miss();
    }
    isLookedAfter = false;
    if (waiting.size > 0) lookLater();
  };

  /** Calls `miss` once so many milliseconds have passed, unless it is met by then: call what this returns. */
  return (milliseconds: number, miss: () => void): (() => void) => {
    const mine = { at: performance.now() + milliseconds, miss };
    waiting.add(mine);
    if (!isLookedAfter) lookLater();
    return () => void waiting.delete(mine);
  };
};
