/** Waits for a promise for at most this long; undefined if it takes longer. */
export const within = async <T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
};
