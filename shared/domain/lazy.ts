/** Creates a function that calls `create` on first use and then returns the same value. Errors are not cached. */
export const lazy = <Value>(create: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};
