/** Keys that are put into order, each with its companion. */
export interface KeyedColumns {
  readonly keys: Float64Array;
  readonly companions: Uint32Array;
}

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
const partition = ({ keys, companions }: KeyedColumns, left: number, right: number): number => {
  const pivot = pivotOf(keys, left, right);
  let low = left;
  let high = right;
  for (;;) {
    while ((keys[low] ?? 0) < pivot) low++;
    while ((keys[high] ?? 0) > pivot) high--;
    if (low > high) return low;
    const key = keys[low] ?? 0;
    keys[low] = keys[high] ?? 0;
    keys[high] = key;
    const companion = companions[low] ?? 0;
    companions[low] = companions[high] ?? 0;
    companions[high] = companion;
    low++;
    high--;
  }
};

/** Moves the lowest keys of those from `start` up to `end` before `middle`. Time grows with their number. */
export const selectLowest = (columns: KeyedColumns, middle: number, start: number, end: number): void => {
  let left = start;
  let right = end - 1;
  while (left < right) {
    const boundary = partition(columns, left, right);
    if (middle < boundary) right = boundary - 1;
    else left = boundary;
  }
};

const insertionSort = ({ keys, companions }: KeyedColumns, start: number, end: number): void => {
  for (let index = start + 1; index < end; index++) {
    const key = keys[index] ?? 0;
    const companion = companions[index] ?? 0;
    let place = index;
    for (; place > start && (keys[place - 1] ?? 0) > key; place--) {
      keys[place] = keys[place - 1] ?? 0;
      companions[place] = companions[place - 1] ?? 0;
    }
    keys[place] = key;
    companions[place] = companion;
  }
};

/** Sorts keys from `start` up to `end`, lowest first; equal ones come in no particular order. */
export const sortKeys = (columns: KeyedColumns, start: number, end: number): void => {
  let left = start;
  while (end - left > 16) {
    const boundary = partition(columns, left, end - 1);
    sortKeys(columns, left, boundary);
    left = boundary;
  }
  insertionSort(columns, left, end);
};
