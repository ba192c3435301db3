import { spreadKeys } from './spread-keys.ts';

/** Keys that are put into order, each with its companion. */
export interface KeyedColumns {
  readonly keys: Float64Array;
  readonly companions: Uint32Array;
}

/** Up to so many are quicker kept sorted. */
const fewKeys = 16;

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
const partition = (columns: KeyedColumns, left: number, right: number): number => {
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
const insert = (
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

const insertionSort = (columns: KeyedColumns, start: number, end: number): void => {
  const { keys, companions } = columns;
  for (let index = start + 1; index < end; index++) {
    insert(columns, start, index, keys[index] ?? 0, companions[index] ?? 0);
  }
};

/** Sorts the lowest keys into the places from `start` to `last`, while those they replace take theirs. */
const keepLowest = (columns: KeyedColumns, start: number, last: number, end: number): void => {
  const { keys, companions } = columns;
  insertionSort(columns, start, last + 1);
  let highest = keys[last] ?? 0;
  for (let index = last + 1; index < end; index++) {
    const key = keys[index] ?? 0;
    if (key >= highest) continue;
    const companion = companions[index] ?? 0;
    keys[index] = highest;
    companions[index] = companions[last] ?? 0;
    insert(columns, start, last, key, companion);
    highest = keys[last] ?? 0;
  }
};

/** Moves the `count` lowest keys before `end` to the front. Time grows with the number of all. */
export const selectLowest = (columns: KeyedColumns, count: number, start: number, end: number): void => {
  const last = start + count - 1;
  if (count <= fewKeys) {
    keepLowest(columns, start, last, end);
    return;
  }
  let left = start;
  let right = end - 1;
  while (left < right) {
    const boundary = partition(columns, left, right);
    if (last < boundary) right = boundary - 1;
    else left = boundary;
  }
};

/** Parts and parts again; short stretches are quicker to sort by insertion. */
const sortByParts = (columns: KeyedColumns, start: number, end: number): void => {
  let left = start;
  while (end - left > fewKeys) {
    const boundary = partition(columns, left, end - 1);
    sortByParts(columns, left, boundary);
    left = boundary;
  }
  insertionSort(columns, left, end);
};

/** From so many on, spreading them first pays. */
const manyKeys = 1024;

/** Sorts keys from `start` up to `end`, lowest first; equal ones come in no particular order. */
export const sortKeys = (columns: KeyedColumns, start: number, end: number): void => {
  if (end - start < manyKeys) sortByParts(columns, start, end);
  else spreadKeys(columns, start, end, (from, upTo) => sortByParts(columns, from, upTo));
};
