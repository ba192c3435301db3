import type { KeyedColumns } from './keyed-columns.ts';
import { fewKeys, insertionSort, partition } from './part-keys.ts';
import { spreadKeys } from './spread-keys.ts';

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
