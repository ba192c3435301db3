import { NumberedValues } from './numbered-values.ts';

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
  const waiting = new NumberedValues<Waiting>();
  let isLookedAfter = false;

  const look = () => {
    const now = performance.now();
    waiting.forEach(({ at, miss }, number) => {
      if (at > now) return;
      waiting.delete(number);
      miss();
    });
    isLookedAfter = false;
    if (waiting.size > 0) lookLater();
  };
  const lookLater = () => {
    isLookedAfter = true;
    setTimeout(look, precision);
  };

  /** Calls `miss` once so many milliseconds have passed, unless it is met by then: call what this returns, once. */
  return (milliseconds: number, miss: () => void): (() => void) => {
    const mine = { at: performance.now() + milliseconds, miss };
    const number = waiting.add(mine);
    if (!isLookedAfter) lookLater();
    return () => {
      // The number of one that was missed may be another's by now.
      if (waiting.get(number) === mine) waiting.delete(number);
    };
  };
};
