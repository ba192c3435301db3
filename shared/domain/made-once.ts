/** What `make` gives when it is first asked for, and the same from then on. What it throws is not remembered. */
export const madeOnce = <Made>(make: () => Made): (() => Made) => {
  let held: { readonly made: Made } | undefined;
  return () => {
    held ??= { made: make() };
    return held.made;
  };
};
