/** Cache of values by key with a bounded total weight. */
export interface BoundedMemory<Key, Value> {
  get(key: Key): Value | undefined;
  /** Adds or replaces a value; evicts the oldest entries to stay within the bound. */
  add(key: Key, value: Value, weight: number): void;
}

/**
 * Creates a cache that evicts in order of insertion, not of use: repeated walks over everything it holds always hit,
 * and reads do not change it.
 */
export const boundedMemory = <Key, Value>(mostWeight: number): BoundedMemory<Key, Value> => {
  const kept = new Map<Key, { readonly value: Value; readonly weight: number }>();
  // One iterator is kept, because a new one would have to skip all deleted entries each time.
  const inOrder = kept.entries();
  let total = 0;
  const forget = (key: Key) => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  const forgetFirst = () => {
    const { value: first } = inOrder.next();
    if (first) forget(first[0]);
  };
  return {
    get: (key) => kept.get(key)?.value,
    add(key, value, weight) {
      forget(key);
      kept.set(key, { value, weight });
      total += weight;
      while (total > mostWeight) forgetFirst();
    },
  };
};
