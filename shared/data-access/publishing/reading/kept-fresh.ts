import { longestUncheckedSeconds } from '../../../domain/location/publication/check-grace.ts';
import { withTimeout } from '../../retry.ts';
import { type Check, type CheckSettings, valueChecks } from './value-checks.ts';

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
export interface Freshness<T> extends CheckSettings<T> {
  readonly checkSeconds: number;
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

/**
 * Keeps a value fresh without a timer, as a function instance is frozen between requests. The first request after
 * `checkSeconds` starts a check, which all share; meanwhile the current value answers. Requests wait for a check, up to
 * `waits`, only if the last successful one is older than the interval and its grace, as after a freeze. After a failed
 * check no request waits until one succeeds, so that a store that is down slows no request. A failed first load is not
 * cached: the next request tries again.
 */
export const keptFresh = <T>(settings: Freshness<T>): KeptFresh<T> => {
  const { late, checkSeconds, waits = contractWaits } = settings;
  const longestUnchecked = longestUncheckedSeconds(checkSeconds) * 1_000;
  const checks = valueChecks(settings, waits.longest);
  /** Common deadline of all requests that wait for a check, set by the first of them. Weak, as a check keeps its value. */
  const deadlines = new WeakMap<Check<T>, Promise<unknown>>();

  const newestWithin = async (milliseconds: number): Promise<T> => {
    const value = await withTimeout(milliseconds, (checks.underWay() ?? checks.begin()).result);
    if (value === undefined) throw late();
    return value;
  };
  const waitFor = (check: Check<T>): Promise<unknown> => {
    const known = deadlines.get(check);
    if (known) return known;
    const deadline = withTimeout(
      waits.newer,
      check.result.catch(() => {}),
    );
    deadlines.set(check, deadline);
    return deadline;
  };

  return {
    held: () => checks.held()?.value,
    renewed: () => newestWithin(checks.held() ? waits.newer : waits.first),
    async newest() {
      const held = checks.held();
      if (!held) return newestWithin(waits.first);
      const underWay = checks.underWay();
      // The request that finds an overdue check starts a new one at once.
      const isOverdue = !checks.isFailing() && checks.sinceSuccess() >= longestUnchecked;
      const isDue = isOverdue || checks.sinceBegun() >= checkSeconds * 1_000;
      const check = underWay ?? (isDue ? checks.begin() : undefined);
      if (check && isOverdue) await waitFor(check);
      return held.value;
    },
  };
};
