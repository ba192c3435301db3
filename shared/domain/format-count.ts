/** Formats a count with its noun: `1 line`, `2 lines`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
