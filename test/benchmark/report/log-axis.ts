/** Places values on an axis on which every tenfold is as long. */
export interface LogAxis {
  readonly at: (value: number) => number;
  /** The powers of ten on it. */
  readonly decades: readonly number[];
}

/** From `from` (the smallest value's whole decade) to `to`, in units of the drawing. */
export const logAxis = (values: readonly number[], from: number, to: number): LogAxis => {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
    decades: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
  };
};
