import type { KeyedColumns } from './keyed-columns.ts';

/** Up to so many are quicker kept sorted. */
export const fewKeys = 16;

const swap = ({ keys, companions }: KeyedColumns, one: number, other: number): void => {
  const key = keys[one] ?? 0;
  keys[one] = keys[other] ?? 0;
  keys[other] = key;
  const companion = companions[one] ?? 0;
  companions[one] = companions[other] ?? 0;
  companions[other] = companion;
};

/** The middle one of the first, the middle and the last key, so that sorted keys are not the worst case. */
const pivotOf = (keys: Float64Array, left: number, right: number): number => {
  const a = keys[left] ?? 0;
  const b = keys[(left + right) >> 1] ?? 0;
  const c = keys[right] ?? 0;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
};

/**
 * Parts the keys from `left` to `right`, both included (Hoare): none before the returned place is higher than any
 * from there on, and neither side is empty. Equal keys cost no more than others, since both sides stop at them.
 */
export const partition = (columns: KeyedColumns, left: number, right: number): number => {
  const { keys } = columns;
  const pivot = pivotOf(keys, left, right);
  let low = left;
  let high = right;
  for (;;) {
    while ((keys[low] ?? 0) < pivot) low++;
    while ((keys[high] ?? 0) > pivot) high--;
    if (low > high) return low;
    swap(columns, low, high);
    low++;
    high--;
  }
};

/** Puts a key where it belongs among sorted ones from `start` up to `free`, a place that may be overwritten. */
export const insert = (
  { keys, companions }: KeyedColumns,
  start: number,
  free: number,
  key: number,
  companion: number,
): void => {
  let place = free;
  for (; place > start && (keys[place - 1] ?? 0) > key; place--) {
    keys[place] = keys[place - 1] ?? 0;
    companions[place] = companions[place - 1] ?? 0;
  }
  keys[place] = key;
  companions[place] = companion;
};

/** Sorts few keys, or such as are nearly in order. */
export const insertionSort = (columns: KeyedColumns, start: number, end: number): void => {
  const { keys, companions } = columns;
  for (let index = start + 1; index < end; index++) {
    insert(columns, start, index, keys[index] ?? 0, companions[index] ?? 0);
  }
};
