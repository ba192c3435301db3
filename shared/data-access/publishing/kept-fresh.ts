/** A value that is kept in memory and replaced whenever the store has a newer one. */
export interface KeptFresh<T> {
  /** The newest value that is known; what `load` fails with, as long as there is none. */
  newest(): Promise<T>;
  /** What is kept at this moment. */
  held(): T | undefined;
}

/** How a value is loaded, and how often. */
export interface Freshness<T> {
  /** Gives the newest value: the former one itself where the store has no newer. */
  readonly load: (former: T | undefined) => Promise<T>;
  /** What a request fails with that has waited long enough for the first value. */
  readonly late: () => Error;
  readonly checkSeconds: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Told of each load that failed while a former value went on being used. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

/** How long requests wait for a load. */
export interface Waits {
  /** Milliseconds that a request waits for the first value; the contract gives it 3 s for its whole answer. */
  readonly first: number;
  /** Milliseconds that a request waits for a newer value than the one it could answer from. */
  readonly newer: number;
}

const contractWaits: Waits = { first: 2_500, newer: 1_000 };

/** What the promise gives, or `undefined` when it takes longer. */
const within = async <T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Keeps a value fresh without a timer, since a function instance sleeps between requests: the first request after
 * `checkSeconds` starts one load, which all requests of that time share. None waits for it longer than `waits` says,
 * and the load goes on meanwhile. A failed load is never remembered: without a value the next request tries again,
 * with one the value stays until a check finds a newer.
 */
export const keptFresh = <T>(settings: Freshness<T>): KeptFresh<T> => {
  const { load, late, checkSeconds, now, onFailure = () => {}, waits = contractWaits } = settings;
  let held: { readonly value: T } | undefined;
  let checkedAt = 0;
  let loading: Promise<T> | undefined;
  let patience: Promise<unknown> | undefined;

  const loadAndHold = async (): Promise<T> => {
    const value = await load(held?.value);
    held = { value };
    return value;
  };
  const refresh = (): Promise<T> => {
    if (!loading) {
      checkedAt = now();
      loading = loadAndHold().finally(() => {
        loading = undefined;
      });
    }
    return loading;
  };
  const isDue = () => {
    const age = now() - checkedAt;
    return age < 0 || age >= checkSeconds * 1_000;
  };
  const refreshInTime = async (): Promise<void> => {
    // Counted from the start of the load: those who come later wait no longer than the first did.
    patience = within(
      waits.newer,
      refresh().catch((error: unknown) => onFailure(error)),
    );
    await patience;
  };

  return {
    held: () => held?.value,
    async newest() {
      if (held) {
        if (loading) await patience;
        else if (isDue()) await refreshInTime();
        return held.value;
      }
      const first = refresh();
      // It may fail after everybody has stopped waiting.
      first.catch(() => {});
      const value = await within(waits.first, first);
      if (value === undefined) throw late();
      return value;
    },
  };
};
