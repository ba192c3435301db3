import { watchForSleep } from '../../sleep-watch.ts';
import { within } from '../../within.ts';
import { graceSecondsOf } from './check-interval.ts';

/** A value that is kept in memory and replaced whenever the store has a newer one. */
export interface KeptFresh<T> {
  /** The newest value that is known; what `load` fails with, as long as there is none. */
  newest(): Promise<T>;
  /** The newest value that the store has now, whenever the last check was. Throws what `load` fails with. */
  renewed(): Promise<T>;
  /** What is kept at this moment. */
  held(): T | undefined;
}

/** How a value is loaded, and how often. */
export interface Freshness<T> {
  /** Gives the newest value: the former one itself where the store has no newer. */
  readonly load: (former: T | undefined) => Promise<T>;
  /** What a request fails with that has waited long enough for the first value, and a check that never ends. */
  readonly late: () => Error;
  readonly checkSeconds: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Told of each check that failed while a former value went on being used, and while the process was awake. */
  readonly onFailure?: (error: unknown) => void;
  /** Told the value that is held after each check, whether it found a newer one, none, or failed. */
  readonly onChecked?: (held: T) => void;
  readonly waits?: Waits;
}

/** Milliseconds that are waited for a load. */
export interface Waits {
  /** By a request, for the first value; the contract gives it 3 s for its whole answer. */
  readonly first: number;
  /** By a request, for a newer value than the one it could answer from. */
  readonly newer: number;
  /** By anybody: a check that takes longer is given up, and made anew. */
  readonly longest: number;
}

const contractWaits: Waits = { first: 2_300, newer: 1_000, longest: 20_000 };

interface Check<T> {
  readonly begunAt: number;
  readonly result: Promise<T>;
  /** How long requests wait for it. Those who come later wait no longer than the first did. */
  patience?: Promise<unknown>;
}

/**
 * Keeps a value fresh without a timer of its own, since a function instance sleeps between requests. The first
 * request after `checkSeconds` starts a check, which all share, and nobody waits for it: what is held answers. Only
 * when the last check that ended well is older than the interval and its grace (an instance that slept, or whose
 * requests are too short for anything to happen behind them) do requests wait for one, no longer than `waits` says.
 * After a check that failed nobody waits until one has ended well: a store that is down slows no request.
 * A first load that failed is never remembered: the next request tries again.
 */
export const keptFresh = <T>(settings: Freshness<T>): KeptFresh<T> => {
  const { load, late, checkSeconds, now, onFailure, onChecked, waits = contractWaits } = settings;
  const longestUnchecked = (checkSeconds + graceSecondsOf(checkSeconds)) * 1_000;
  let held: { readonly value: T } | undefined;
  let current: Check<T> | undefined;
  let begunAt = 0;
  /** When the last check began that ended well. */
  let checkedAt = 0;
  let failing = false;

  /** A clock that went back says nothing of how long ago it was: as if for ever. */
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
      // One that was given up meanwhile might bring back what another has replaced.
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
    // It may fail after everybody has stopped waiting.
    check.result.catch(() => {});
    current = check;
    return check;
  };
  /** The check under way, unless it has slept through its time. */
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
      // A check that was slept through is made up for at once, by the request that finds it so.
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
