/** Creates a function that calls `make` on first use and returns the same value from then on. Errors are not cached. */
export const lazy = <Made>(make: () => Made): (() => Made) => {
  let held: { readonly made: Made } | undefined;
  return () => {
    held ??= { made: make() };
    return held.made;
  };
};
