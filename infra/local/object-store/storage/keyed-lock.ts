/** Runs work on one key after the other, in the order of asking; other keys do not wait. */
export const keyedLock = () => {
  const lastOf = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => undefined);
    lastOf.set(key, settled);
    try {
      return await turn;
    } finally {
      if (lastOf.get(key) === settled) lastOf.delete(key);
    }
  };
};

export type KeyedLock = ReturnType<typeof keyedLock>;
