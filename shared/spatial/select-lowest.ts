/** Columns whose lines are moved together. */
export interface MovableColumns {
  readonly values: Float64Array;
  readonly others: Float64Array;
  readonly order: Uint32Array;
}

const swap = ({ values, others, order }: MovableColumns, one: number, other: number): void => {
  const value = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = value;
  const companion = others[one] ?? 0;
  others[one] = others[other] ?? 0;
  others[other] = companion;
  const place = order[one] ?? 0;
  order[one] = order[other] ?? 0;
  order[other] = place;
};

/** The one in the middle of three: first, middle and last of a stretch, which spares sorted ones the worst case. */
const pivotOf = (values: Float64Array, left: number, right: number): number => {
  const [a, b, c] = [values[left] ?? 0, values[(left + right) >> 1] ?? 0, values[right] ?? 0];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
};

/**
 * Moves lines from `start` to `end` so that the lowest values stand before `middle` (Hoare's selection). Time grows
 * with their number; equal values cost no more than others, since both sides stop at them.
 */
export const selectLowest = (columns: MovableColumns, middle: number, start: number, end: number): void => {
  const { values } = columns;
  let [left, right] = [start, end - 1];
  while (left < right) {
    const pivot = pivotOf(values, left, right);
    let [low, high] = [left, right];
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++;
      while ((values[high] ?? 0) > pivot) high--;
      if (low > high) break;
      swap(columns, low, high);
      low++;
      high--;
    }
    if (middle <= high) right = high;
    else if (middle >= low) left = low;
    else return;
  }
};
