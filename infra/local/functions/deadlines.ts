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
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const now = performance.now();
    for (const each of waiting) {
      if (each.at > now) continue;
      waiting.delete(each);
      each.miss();
    }
    timer = waiting.size > 0 ? setTimeout(look, precision) : undefined;
  };

  /** Calls `miss` once so many milliseconds have passed, unless it is met by then: call what this returns. */
  return (milliseconds: number, miss: () => void): (() => void) => {
    const mine = { at: performance.now() + milliseconds, miss };
    waiting.add(mine);
    timer ??= setTimeout(look, precision);
    return () => void waiting.delete(mine);
  };
};
