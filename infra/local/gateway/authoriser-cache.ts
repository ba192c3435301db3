/** Entries kept at most: a flood of different keys pushes out the oldest instead of filling the memory. */
const largestSize = 10_000;

interface Entry<Value> {
  /** A promise as long as it is being made. */
  value: Value | Promise<Value>;
  /** Milliseconds of the cache's clock; running invocations do not expire. */
  expiresAt: number;
}

export interface AuthoriserCache<Value> {
  /**
   * The value of a key, made at most once at a time; kept only when `isKept` says so. One that is kept is there at
   * once.
   */
  get(key: string, cacheSeconds: number, make: () => Promise<Value>): Value | Promise<Value>;
  flush(): void;
}

/** Results by identity. Concurrent misses of one key share one invocation, unless the cache is off (0 seconds). */
export const authoriserCache = <Value>(
  isKept: (value: Value) => boolean,
  now: () => number,
): AuthoriserCache<Value> => {
  const entries = new Map<string, Entry<Value>>();

  const forget = (key: string, entry: Entry<Value>) => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  const add = (key: string, cacheSeconds: number, make: () => Promise<Value>): Promise<Value> => {
    const making = make();
    const entry: Entry<Value> = { value: making, expiresAt: Number.POSITIVE_INFINITY };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.size > largestSize ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    making.then(
      (value) => {
        if (isKept(value)) {
          entry.value = value;
          entry.expiresAt = now() + cacheSeconds * 1000;
        } else forget(key, entry);
      },
      () => forget(key, entry),
    );
    return making;
  };

  return {
    get: (key, cacheSeconds, make) => {
      if (cacheSeconds <= 0) return make();
      const entry = entries.get(key);
      return entry !== undefined && now() < entry.expiresAt ? entry.value : add(key, cacheSeconds, make);
    },
    // A running invocation began before the flush: it answers those who wait for it and is not kept.
    flush: () => entries.clear(),
  };
};
