/** Returns the value that a fraction `share` of the values do not exceed, or NaN if there are no values. */
export const quantile = (values: readonly number[], share: number): number => {
  const ascending = Float64Array.from(values).sort();
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
