import { watchForSleep } from '../../sleep-watch.ts';
import { within } from '../../within.ts';
import { graceSecondsOf } from './check-interval.ts';

/** Value in memory that is replaced when the store has a newer one. */
export interface KeptFresh<T> {
  /** Returns the newest known value. Throws what `load` throws as long as there is none. */
  newest(): Promise<T>;
  /** Checks the store now and returns its newest value. Throws what `load` throws. */
  renewed(): Promise<T>;
  /** Returns the current value without a check. */
  held(): T | undefined;
}

/** Settings: how a value is loaded, and how often. */
export interface Freshness<T> {
  /** Loads the newest value; returns `former` itself if the store has none newer. */
  readonly load: (former: T | undefined) => Promise<T>;
  /**
   * Creates the error of a request that has waited too long for the first value, and of a check that takes too long.
   */
  readonly late: () => Error;
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check while a former value stays in use, unless the process slept through it. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each check with the current value, whether the check found a newer one, none, or failed. */
  readonly onChecked?: (held: T) => void;
  readonly waits?: Waits;
}

/** Maximum waits for a load, in milliseconds. */
export interface Waits {
  /** Wait of a request for the first value; the contract allows 3 s for the whole answer. */
  readonly first: number;
  /** Wait of a request for a newer value than the current one. */
  readonly newer: number;
  /** Duration after which a check is abandoned and repeated. */
  readonly longest: number;
}

const contractWaits: Waits = { first: 2_300, newer: 1_000, longest: 20_000 };

interface Check<T> {
  readonly begunAt: number;
  readonly result: Promise<T>;
  /** Common deadline of all requests that wait for this check, set by the first of them. */
  patience?: Promise<unknown>;
}

/**
 * Keeps a value fresh without a timer, as a function instance is frozen between requests. The first request after
 * `checkSeconds` starts a check, which all share; meanwhile the current value answers. Requests wait for a check, up to
 * `waits`, only if the last successful one is older than the interval and its grace, as after a freeze. After a failed
 * check no request waits until one succeeds, so that a store that is down slows no request. A failed first load is not
 * cached: the next request tries again.
 */
export const keptFresh = <T>(settings: Freshness<T>): KeptFresh<T> => {
  const { load, late, checkSeconds, now, onFailure, onChecked, waits = contractWaits } = settings;
  const longestUnchecked = (checkSeconds + graceSecondsOf(checkSeconds)) * 1_000;
  let held: { readonly value: T } | undefined;
  let current: Check<T> | undefined;
  let begunAt = 0;
  /** Start of the last successful check. */
  let checkedAt = 0;
  let failing = false;

  /** Returns the time since then; infinite if the clock went back. */
  const since = (time: number): number => {
    const age = now() - time;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  };
  const loadInTime = async (): Promise<T> => {
    const value = await within(waits.longest, load(held?.value));
    if (value === undefined) throw late();
    return value;
  };
  const begin = (): Check<T> => {
    begunAt = now();
    const sleep = watchForSleep(now);
    const run = async (): Promise<T> => {
      let outcome: { readonly value: T } | { readonly error: unknown };
      try {
        outcome = { value: await loadInTime() };
      } catch (error) {
        outcome = { error };
      }
      const slept = sleep.end();
      // An abandoned check must not restore a value that a later one has replaced.
      if (current === check) {
        current = undefined;
        if ('value' in outcome) {
          held = outcome;
          checkedAt = check.begunAt;
        }
        failing = 'error' in outcome && !slept;
        if (held && 'error' in outcome && !slept) onFailure?.(outcome.error);
        if (held) onChecked?.(held.value);
      }
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    };
    const check: Check<T> = { begunAt, result: run() };
    // The result may reject after the last caller has stopped waiting.
    check.result.catch(() => {});
    current = check;
    return check;
  };
  /** Returns the check in progress, unless a freeze outlasted it. */
  const checkUnderWay = (): Check<T> | undefined => {
    if (current && since(current.begunAt) > waits.longest) {
      current = undefined;
      failing = false;
    }
    return current;
  };
  const newestWithin = async (milliseconds: number): Promise<T> => {
    const value = await within(milliseconds, (checkUnderWay() ?? begin()).result);
    if (value === undefined) throw late();
    return value;
  };

  return {
    held: () => held?.value,
    renewed: () => newestWithin(held ? waits.newer : waits.first),
    async newest() {
      if (!held) return newestWithin(waits.first);
      const underWay = checkUnderWay();
      // The request that finds an overdue check starts a new one at once.
      const isOverdue = !failing && since(checkedAt) >= longestUnchecked;
      const isDue = isOverdue || since(begunAt) >= checkSeconds * 1_000;
      const check = underWay ?? (isDue ? begin() : undefined);
      if (check && isOverdue) {
        check.patience ??= within(
          waits.newer,
          check.result.catch(() => {}),
        );
        await check.patience;
      }
      return held.value;
    },
  };
};
