/** Values by key, as many as together weigh no more than was allowed. */
export interface BoundedMemory<Key, Value> {
  get(key: Key): Value | undefined;
  /** Remembers a value, in place of what the key had before; for its weight those go that came first. */
  add(key: Key, value: Value, weight: number): void;
}

/**
 * Forgets what came first, not what was asked for least lately: whoever walks again and again through all that it
 * holds finds everything, and finding changes nothing.
 */
export const boundedMemory = <Key, Value>(mostWeight: number): BoundedMemory<Key, Value> => {
  const kept = new Map<Key, { readonly value: Value; readonly weight: number }>();
  // One walk for all times: a new one would have to pass, each time, where those were that have gone.
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
