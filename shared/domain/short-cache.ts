interface ShortCacheSettings<T> {
  readonly read: () => Promise<T>;
  /**
   * Returns for how many milliseconds a value is cached. They count from the end of the read, because reading from an
   * unresponsive store can take longer than this.
   */
  readonly milliseconds: (value: T) => number;
  /** Returns the current time in epoch milliseconds. Defaults to the system clock. */
  readonly now?: () => number;
}

/**
 * Creates a function that reads a value and caches it briefly, so that many requests to an instance need only one read.
 * Concurrent callers share a read. Failed reads are not cached.
 */
export const shortCache = <T>({ read, milliseconds, now = Date.now }: ShortCacheSettings<T>) => {
  let kept: { readonly value: T; readonly readAt: number } | undefined;
  let reading: Promise<T> | undefined;

  const start = async (): Promise<T> => {
    try {
      const value = await read();
      kept = { value, readAt: now() };
      return value;
    } finally {
      reading = undefined;
    }
  };

  return async (): Promise<T> => {
    if (kept) {
      const age = now() - kept.readAt;
      // The clock may have been set back.
      if (age >= 0 && age < milliseconds(kept.value)) return kept.value;
    }
    reading ??= start();
    return reading;
  };
};
