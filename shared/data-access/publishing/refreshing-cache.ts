import { maxUncheckedSeconds } from '../../domain/publication/check-grace.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { withTimeout } from '../retry.ts';

export interface CheckSettings {
  /** Minimum interval between two checks for a newer value. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check, unless the process was frozen during the check. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

interface Loading<T> extends CheckSettings {
  /** Loads the newest value; returns `current` itself if there is no newer one. */
  readonly load: (current: T | undefined) => Promise<T>;
  /** Name of the operation, for the StoreUnavailable that is thrown if a load takes too long. */
  readonly operation: string;
  /** Called after each check with the current value, whether or not it is new. */
  readonly onChecked?: (current: T) => void;
}

/** Maximum times to wait for a load, in milliseconds. */
export interface Waits {
  /** How long a request waits for the first value. The contract allows 3 s for the whole response. */
  readonly first: number;
  /** How long a request waits for a value newer than the current one. */
  readonly newer: number;
  /** Duration after which a check is abandoned and retried. */
  readonly max: number;
}

const contractWaits: Waits = { first: 2_300, newer: 1_000, max: 20_000 };

interface Check<T> {
  readonly startedAt: number;
  readonly result: Promise<T>;
  /** Resolves when requests no longer wait for a newer value. Set by the first request that waits. */
  deadline?: Promise<unknown>;
}

/**
 * Creates a cache of one value that is refreshed in the background (stale-while-revalidate), without a timer, because
 * Lambda freezes an instance between requests. The first request after `checkSeconds` starts a check. Requests wait for
 * it (see `waits`) only if the last successful check is older than the interval plus the grace period, as after a
 * freeze. After a failed check, no request waits until one succeeds, so that an outage does not slow down requests. If
 * the first load fails, the next request tries again.
 */
export const refreshingCache = <T>(settings: Loading<T>) => {
  const { load, operation, now, checkSeconds, onFailure, onChecked, waits = contractWaits } = settings;
  const maxUnchecked = maxUncheckedSeconds(checkSeconds) * 1_000;
  let cached: { readonly value: T } | undefined;
  let pending: Check<T> | undefined;
  let startedAt = 0;
  let succeededAt = 0;
  let isFailing = false;

  /** Returns the milliseconds since a time; infinite if the clock went back. */
  const since = (time: number): number => (now() < time ? Number.POSITIVE_INFINITY : now() - time);

  const withDeadline = async (milliseconds: number, loading: Promise<T>): Promise<T> => {
    const value = await withTimeout(milliseconds, loading);
    if (value === undefined) throw new StoreUnavailable(operation);
    return value;
  };

  const startCheck = (): Check<T> => {
    startedAt = now();
    const freeze = startFreezeDetector(now);
    const check: Check<T> = { startedAt, result: withDeadline(waits.max, load(cached?.value)) };
    pending = check;
    const end = (found: { readonly value: T } | undefined, error?: unknown): void => {
      const wasFrozen = freeze.stop();
      // An abandoned check must not restore a value that a later check has replaced.
      if (pending !== check) return;
      pending = undefined;
      isFailing = !found && !wasFrozen;
      if (found) succeededAt = check.startedAt;
      else if (isFailing) onFailure?.(error);
      cached = found ?? cached;
      if (cached) onChecked?.(cached.value);
    };
    const succeed = (value: T) => end({ value });
    const fail = (error: unknown) => end(undefined, error);
    // The check, or a callback, may fail after all requests have stopped waiting.
    check.result.then(succeed, fail).catch(() => {});
    return check;
  };

  const current = (): Check<T> | undefined => {
    // The timers of a check do not run during a freeze.
    if (pending && since(pending.startedAt) > waits.max) {
      pending = undefined;
      isFailing = false;
    }
    return pending;
  };

  const result = (milliseconds: number): Promise<T> =>
    withDeadline(milliseconds, (current() ?? startCheck()).result);

  return {
    /** Returns the current value without a check. */
    peek: (): T | undefined => cached?.value,
    /** Returns the milliseconds since the start of the last successful check; infinite before the first. */
    age: (): number => (cached ? since(succeededAt) : Number.POSITIVE_INFINITY),
    /** Checks the store now, and returns the newest value. Throws errors from `load`. */
    refresh: (): Promise<T> => result(cached ? waits.newer : waits.first),
    /** Returns the newest known value. If there is none yet, throws errors from `load`. */
    async get(): Promise<T> {
      if (!cached) return result(waits.first);
      let check = current();
      const isOverdue = !isFailing && since(succeededAt) >= maxUnchecked;
      if (!check && (isOverdue || since(startedAt) >= checkSeconds * 1_000)) check = startCheck();
      if (check && isOverdue) {
        check.deadline ??= withDeadline(waits.newer, check.result).catch(() => {});
        await check.deadline;
      }
      return cached.value;
    },
  };
};

const beatMilliseconds = 100;
/** Gap between beats that counts as a freeze. Shorter than every store timeout, so no timeout is missed. */
const freezeMilliseconds = 400;

/**
 * Starts watching for freezes. After one, pending calls time out even if the store is available, so their failures say
 * nothing about the store. A clock change, or a process too busy to run its timers, also counts as a freeze.
 */
const startFreezeDetector = (now: () => number) => {
  let lastBeat = now();
  let wasFrozen = false;
  const beat = () => {
    const gap = now() - lastBeat;
    if (gap < 0 || gap > freezeMilliseconds) wasFrozen = true;
    lastBeat = now();
  };
  const timer = setInterval(beat, beatMilliseconds);
  timer.unref();
  return {
    /** Stops watching, and returns whether the process was frozen since the start. */
    stop: (): boolean => {
      clearInterval(timer);
      beat();
      return wasFrozen;
    },
  };
};
