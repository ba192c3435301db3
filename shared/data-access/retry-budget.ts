/** Repetitions that a client has in hand when nothing failed for a while. */
const mostRetries = 50;
/** Of a repetition: what each call that succeeds earns. */
const earnedBySuccess = 0.5;

/** Bounds the load that repetitions put on a store which is in trouble already. */
export interface RetryBudget {
  /** Takes a repetition, where one is left. */
  take(): boolean;
  /** A call has succeeded. */
  earn(): void;
}

/**
 * Two successes pay for one repetition: while a third of the calls fail, all are repeated for as long as it lasts; a
 * store that is down gets one attempt a call once the budget is spent, and no storm. The SDK's own budget gives back
 * less than it takes wherever a call needs a second repetition, and at that rate of failures is empty within seconds.
 */
export const retryBudget = (): RetryBudget => {
  let left = mostRetries;
  return {
    take: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    earn: () => {
      left = Math.min(mostRetries, left + earnedBySuccess);
    },
  };
};
