import { startFreezeDetector } from '../../freeze-detector.ts';
import { withTimeout } from '../../retry.ts';

/** Settings: how a value is loaded, and who is told of it. */
export interface CheckSettings<T> {
  /** Loads the newest value; returns `former` itself if the store has none newer. */
  readonly load: (former: T | undefined) => Promise<T>;
  /**
   * Creates the error of a request that has waited too long for the first value, and of a check that takes too long.
   */
  readonly late: () => Error;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check while a former value stays in use, unless the process slept through it. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each check with the current value, whether the check found a newer one, none, or failed. */
  readonly onChecked?: (held: T) => void;
}

/** Check that was begun. */
export interface Check<T> {
  /** Epoch milliseconds. */
  readonly begunAt: number;
  readonly result: Promise<T>;
}

/** Holder of the newest value, which later checks replace in it. */
interface Held<T> {
  readonly value: T;
}

/** Checks of the store, one at a time, and the newest value that they found. */
export interface ValueChecks<T> {
  /** Returns the holder of the current value, always the same one; undefined before the first successful check. */
  held(): Held<T> | undefined;
  /** Returns whether the last check failed, unless the process slept through it. */
  isFailing(): boolean;
  /** Returns the milliseconds since the last check began; infinite if the clock went back. */
  sinceBegun(): number;
  /** Returns the milliseconds since the last successful check began; infinite if the clock went back. */
  sinceSuccess(): number;
  /** Begins a check; one in progress is abandoned. */
  begin(): Check<T>;
  /** Returns the check in progress, unless a freeze outlasted it. */
  underWay(): Check<T> | undefined;
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown; readonly slept: boolean };

const loadWithin = async <T>(
  longest: number,
  { load, late, now }: CheckSettings<T>,
  former: T | undefined,
): Promise<Outcome<T>> => {
  const freezeDetector = startFreezeDetector(now);
  try {
    const value = await withTimeout(longest, load(former));
    if (value === undefined) throw late();
    freezeDetector.stop();
    return { value };
  } catch (error) {
    return { error, slept: freezeDetector.stop() };
  }
};

const loadedValue = <T>(outcome: Outcome<T>): T => {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
};

/** Creates checks that fail after `longest` milliseconds. */
export const valueChecks = <T>(settings: CheckSettings<T>, longest: number): ValueChecks<T> => {
  const { now, onFailure, onChecked } = settings;
  let held: { value: T } | undefined;
  let current: Check<T> | undefined;
  let begunAt = 0;
  let succeededAt = 0;
  let isFailing = false;

  const since = (time: number): number => {
    const age = now() - time;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  };
  const end = (check: Check<T>, outcome: Outcome<T>): void => {
    // An abandoned check must not restore a value that a later one has replaced.
    if (current !== check) return;
    current = undefined;
    isFailing = 'error' in outcome && !outcome.slept;
    if ('value' in outcome) {
      if (held) held.value = outcome.value;
      else held = { value: outcome.value };
      succeededAt = check.begunAt;
    } else if (held && isFailing) onFailure?.(outcome.error);
    if (held) onChecked?.(held.value);
  };
  const begin = (): Check<T> => {
    begunAt = now();
    const result = loadWithin(longest, settings, held?.value).then((outcome) => {
      end(check, outcome);
      return loadedValue(outcome);
    });
    // The result may reject after the last caller has stopped waiting.
    result.catch(() => {});
    const check: Check<T> = { begunAt, result };
    current = check;
    return check;
  };
  const underWay = (): Check<T> | undefined => {
    if (current && since(current.begunAt) > longest) {
      current = undefined;
      isFailing = false;
    }
    return current;
  };

  return {
    held: () => held,
    isFailing: () => isFailing,
    sinceBegun: () => since(begunAt),
    sinceSuccess: () => since(succeededAt),
    begin,
    underWay,
  };
};
