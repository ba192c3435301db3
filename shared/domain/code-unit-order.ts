/** Compares strings by UTF-16 code unit, regardless of the locale. */
export const byCodeUnit = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
