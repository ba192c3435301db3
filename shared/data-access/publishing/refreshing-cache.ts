import { maxUncheckedSeconds } from '../../domain/publication/check-grace.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { startFreezeDetector } from '../freeze-detector.ts';
import { withTimeout } from '../retry.ts';

/** How a value is kept fresh. */
export interface CheckSettings {
  /** Minimum interval between two checks for a newer value. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check while a value stays in use, unless the process was frozen during the check. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

/** How a value is loaded. */
interface Loading<T> extends CheckSettings {
  /** Loads the newest value; returns `current` itself if the store has none newer. */
  readonly load: (current: T | undefined) => Promise<T>;
  /** Name of the operation, for the StoreUnavailable thrown if a load takes too long. */
  readonly operation: string;
  /** Called after each check with the current value, whether or not the check found a newer one. */
  readonly onChecked?: (current: T) => void;
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
 * Keeps a value in memory fresh (stale-while-revalidate) without a timer, because Lambda freezes an instance between
 * requests. The first request after `checkSeconds` starts a check, which all share; meanwhile the current value serves.
 * Requests wait for a check, up to `waits`, only if the last successful one is older than the interval and its grace, as
 * after a freeze. After a failed check no request waits until one succeeds, so that a store that is down slows no
 * request. A failed first load is not cached: the next request tries again.
 */
export const refreshingCache = <T>(settings: Loading<T>) => {
  const { load, operation, now, checkSeconds, onFailure, onChecked, waits = contractWaits } = settings;
  const maxUnchecked = maxUncheckedSeconds(checkSeconds) * 1_000;
  let held: { readonly value: T } | undefined;
  let underWay: Check<T> | undefined;
  let startedAt = 0;
  let succeededAt = 0;
  let isFailing = false;

  /** Returns the milliseconds since a time; infinite if the clock went back. */
  const since = (time: number): number => (now() < time ? Number.POSITIVE_INFINITY : now() - time);

  const inTime = async (milliseconds: number, loading: Promise<T>): Promise<T> => {
    const value = await withTimeout(milliseconds, loading);
    if (value === undefined) throw new StoreUnavailable(operation);
    return value;
  };

  const startCheck = (): Check<T> => {
    startedAt = now();
    const freeze = startFreezeDetector(now);
    const check: Check<T> = { startedAt, result: inTime(waits.longest, load(held?.value)) };
    underWay = check;
    const end = (found: { readonly value: T } | undefined, error?: unknown): void => {
      const wasFrozen = freeze.stop();
      // An abandoned check must not restore a value that a later one has replaced.
      if (underWay !== check) return;
      underWay = undefined;
      isFailing = !found && !wasFrozen;
      if (found) succeededAt = check.startedAt;
      else if (held && isFailing) onFailure?.(error);
      held = found ?? held;
      if (held) onChecked?.(held.value);
    };
    const succeed = (value: T) => end({ value });
    const fail = (error: unknown) => end(undefined, error);
    // It may fail after the last request has stopped waiting for it, and so may the callbacks.
    check.result.then(succeed, fail).catch(() => {});
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

  const result = (milliseconds: number): Promise<T> =>
    inTime(milliseconds, (current() ?? startCheck()).result);

  return {
    /** Returns the current value without a check. */
    peek: (): T | undefined => held?.value,
    /** Checks the store now and returns its newest value. Throws what `load` throws. */
    refresh: (): Promise<T> => result(held ? waits.newer : waits.first),
    /** Returns the newest known value. Throws what `load` throws as long as there is none. */
    async get(): Promise<T> {
      if (!held) return result(waits.first);
      let check = current();
      const isOverdue = !isFailing && since(succeededAt) >= maxUnchecked;
      if (!check && (isOverdue || since(startedAt) >= checkSeconds * 1_000)) check = startCheck();
      if (check && isOverdue) {
        check.deadline ??= inTime(waits.newer, check.result).catch(() => {});
        await check.deadline;
      }
      return held.value;
    },
  };
};
