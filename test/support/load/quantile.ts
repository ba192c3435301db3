/** Returns the value that `share` of the values do not exceed; NaN if there are none. */
export const quantile = (values: readonly number[], share: number): number => {
  const ascending = Float64Array.from(values).sort();
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
