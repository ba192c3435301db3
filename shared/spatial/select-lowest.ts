import type { KeyedColumns } from './keyed-columns.ts';
import { fewKeys, insert, insertionSort, partition } from './part-keys.ts';

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
