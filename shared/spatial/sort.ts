/**
 * In-place sorting and selection of keys with their values. Sorting an array of objects with a comparator would take
 * two to three times as long, both for the nearest 5 and for the nearest 10,000.
 */

/** Keys, and a value for each key at the same index. */
export interface KeyedValues {
  readonly keys: Float64Array;
  readonly values: Uint32Array;
}

/** Maximum size of ranges that are sorted by insertion, which is faster for small ranges. */
const insertionSize = 16;

/** Sorts the keys from `start` up to `end` (exclusive), lowest first (quicksort). Equal keys have no defined order. */
export const sortByKey = (columns: KeyedValues, start: number, end: number): void => {
  let left = start;
  let right = end;
  while (right - left > insertionSize) {
    const boundary = partition(columns, left, right);
    // Recurses only into the smaller part, so that the stack depth is at most log n.
    if (boundary - left < right - boundary) {
      sortByKey(columns, left, boundary);
      left = boundary;
    } else {
      sortByKey(columns, boundary, right);
      right = boundary;
    }
  }
  insertionSort(columns, left, right);
};

/** Moves the range's `count` lowest keys to its front, the highest of these last, in linear time (quickselect). */
export const selectLowest = (columns: KeyedValues, count: number, start: number, end: number): void => {
  const last = start + count - 1;
  let left = start;
  let right = end;
  while (right - left > insertionSize) {
    const boundary = partition(columns, left, right);
    if (last < boundary) right = boundary;
    else left = boundary;
  }
  insertionSort(columns, left, right);
};

/**
 * Partitions the keys from `left` up to `right` (Hoare). No key before the returned index is higher than any key from
 * there on, and neither part is empty. Both scans stop at keys equal to the pivot, so that duplicates split evenly.
 */
const partition = (columns: KeyedValues, left: number, right: number): number => {
  const { keys } = columns;
  const pivot = medianOfThree(keys[left] ?? 0, keys[(left + right) >>> 1] ?? 0, keys[right - 1] ?? 0);
  let low = left;
  let high = right - 1;
  for (;;) {
    while ((keys[low] ?? 0) < pivot) low++;
    while ((keys[high] ?? 0) > pivot) high--;
    if (low > high) return low;
    swap(columns, low, high);
    low++;
    high--;
  }
};

const medianOfThree = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

const swap = ({ keys, values }: KeyedValues, i: number, j: number): void => {
  const key = keys[i] ?? 0;
  keys[i] = keys[j] ?? 0;
  keys[j] = key;
  const value = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = value;
};

const insertionSort = ({ keys, values }: KeyedValues, start: number, end: number): void => {
  for (let index = start + 1; index < end; index++) {
    const key = keys[index] ?? 0;
    const value = values[index] ?? 0;
    let to = index;
    for (; to > start && (keys[to - 1] ?? 0) > key; to--) {
      keys[to] = keys[to - 1] ?? 0;
      values[to] = values[to - 1] ?? 0;
    }
    keys[to] = key;
    values[to] = value;
  }
};
