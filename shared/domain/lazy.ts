/** Creates a function that calls `create` on first use and then returns the same value. Errors are not cached. */
export const lazy = <Value>(create: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};

/** Creates a function that calls `read` on first use, and again after a failure, and then returns the same value. */
export const retryingLazy = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
};
