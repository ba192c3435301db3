/** Maximum number of retries in the budget. */
const mostRetries = 50;
/** Fraction of a retry that each successful call earns. */
const earnedBySuccess = 0.5;

/** Bound on the load of retries on a failing store. */
export interface RetryBudget {
  /** Takes a retry from the budget; false if none is left. */
  take(): boolean;
  /** Records a successful call. */
  earn(): void;
}

/**
 * Creates a budget in which two successes pay for one retry: while up to a third of the calls fail, all are retried; if
 * the store is down, each call gets one attempt once the budget is spent, which avoids a retry storm. The SDK's own
 * budget returns less than it takes if calls need a second retry, and is empty within seconds at that rate.
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
