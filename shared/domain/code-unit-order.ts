/** Orders text by code unit: the same everywhere, whatever the language of the machine. */
export const byCodeUnit = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
