import { maxUncheckedSeconds } from '../../domain/publication/check-grace.ts';
import { startFreezeDetector } from '../freeze-detector.ts';
import { withTimeout } from '../retry.ts';

/** Value in memory that is replaced when the store has a newer one (stale-while-revalidate). */
export interface RefreshingCache<T> {
  /** Returns the newest known value. Throws what `load` throws as long as there is none. */
  get(): Promise<T>;
  /** Checks the store now and returns its newest value. Throws what `load` throws. */
  refresh(): Promise<T>;
  /** Returns the current value without a check. */
  peek(): T | undefined;
}

/** How a value is loaded, and how often. */
export interface RefreshingCacheSettings<T> {
  /** Loads the newest value; returns `current` itself if the store has none newer. */
  readonly load: (current: T | undefined) => Promise<T>;
  /** Creates the error for a load that takes too long. */
  readonly late: () => Error;
  /** Minimum interval between two checks. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check while a value stays in use, unless the process was frozen during the check. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each check with the current value, whether or not the check found a newer one. */
  readonly onChecked?: (current: T) => void;
  readonly waits?: Waits;
}

/** Maximum waits for a load, in milliseconds. */
export interface Waits {
  /** Wait of a request for the first value; the contract allows 3 s for the whole response. */
  readonly first: number;
  /** Wait of a request for a newer value than the current one. */
  readonly newer: number;
  /** Duration after which a check is abandoned and repeated. */
  readonly longest: number;
}

const contractWaits: Waits = { first: 2_300, newer: 1_000, longest: 20_000 };

/** Check of the store that is under way. */
interface Check<T> {
  readonly startedAt: number;
  readonly result: Promise<T>;
  /** Resolves when requests no longer wait for a newer value; started by the first of them. */
  deadline?: Promise<unknown>;
}

/**
 * Keeps a value fresh without a timer, because Lambda freezes an instance between requests. The first request after
 * `checkSeconds` starts a check, which all share; meanwhile the current value serves. Requests wait for a check, up to
 * `waits`, only if the last successful one is older than the interval and its grace, as after a freeze. After a failed
 * check no request waits until one succeeds, so that a store that is down slows no request. A failed first load is not
 * cached: the next request tries again.
 */
export const refreshingCache = <T>(settings: RefreshingCacheSettings<T>): RefreshingCache<T> => {
  const { load, late, now, checkSeconds, onFailure, onChecked, waits = contractWaits } = settings;
  const maxUnchecked = maxUncheckedSeconds(checkSeconds) * 1_000;
  let held: { readonly value: T } | undefined;
  let underWay: Check<T> | undefined;
  let startedAt = 0;
  let succeededAt = 0;
  let isFailing = false;

  /** Returns the milliseconds since a time; infinite if the clock went back. */
  const since = (time: number): number => (now() < time ? Number.POSITIVE_INFINITY : now() - time);

  const startCheck = (): Check<T> => {
    startedAt = now();
    const freeze = startFreezeDetector(now);
    const end = (failure?: { readonly error: unknown }): void => {
      const wasFrozen = freeze.stop();
      // An abandoned check must not restore a value that a later one has replaced.
      if (underWay !== check) return;
      underWay = undefined;
      isFailing = failure !== undefined && !wasFrozen;
      if (held && failure && isFailing) onFailure?.(failure.error);
      if (held) onChecked?.(held.value);
    };
    const run = async (): Promise<T> => {
      try {
        const value = await withTimeout(waits.longest, load(held?.value));
        if (value === undefined) throw late();
        if (underWay === check) {
          held = { value };
          succeededAt = check.startedAt;
        }
        end();
        return value;
      } catch (error) {
        end({ error });
        throw error;
      }
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    // Runs once `check` is assigned.
    const check: Check<T> = { startedAt, result: promise.then(run) };
    underWay = check;
    resolve();
    // The check may fail after the last request has stopped waiting for it.
    check.result.catch(() => {});
    return check;
  };

  const current = (): Check<T> | undefined => {
    // A freeze may outlast a check, whose timers did not run meanwhile.
    if (underWay && since(underWay.startedAt) > waits.longest) {
      underWay = undefined;
      isFailing = false;
    }
    return underWay;
  };

  const result = async (milliseconds: number): Promise<T> => {
    const value = await withTimeout(milliseconds, (current() ?? startCheck()).result);
    if (value === undefined) throw late();
    return value;
  };

  return {
    peek: () => held?.value,
    refresh: () => result(held ? waits.newer : waits.first),
    async get() {
      if (!held) return result(waits.first);
      let check = current();
      const isOverdue = !isFailing && since(succeededAt) >= maxUnchecked;
      if (!check && (isOverdue || since(startedAt) >= checkSeconds * 1_000)) check = startCheck();
      if (check && isOverdue) {
        check.deadline ??= withTimeout(
          waits.newer,
          check.result.catch(() => {}),
        );
        await check.deadline;
      }
      return held.value;
    },
  };
};
