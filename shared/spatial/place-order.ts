import { blockSize, blocksOf, treeWidth } from './blocks.ts';
import { pointsOf } from './chord.ts';
import type { KeyedColumns } from './keyed-columns.ts';
import type { PlaceColumns } from './place.ts';
import { selectLowest } from './select-lowest.ts';

/** Reads one coordinate of the places from `start` up to `end` into the keys, and says how far it reaches. */
const readKeys = (
  { keys, companions }: KeyedColumns,
  points: Float64Array,
  axis: number,
  start: number,
  end: number,
): number => {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = start; index < end; index++) {
    const coordinate = points[3 * (companions[index] ?? 0) + axis] ?? 0;
    keys[index] = coordinate;
    if (coordinate < lowest) lowest = coordinate;
    if (coordinate > highest) highest = coordinate;
  }
  return highest - lowest;
};

/**
 * Puts places into the order that the spatial index asks for, in which those that are near one another stand near
 * one another: for each position the place that stands there, as its number among those given.
 *
 * The places are parted by a plane across the axis of space along which they reach furthest, again and again, down
 * to blocks. Of the two parts the first has a power of two of blocks: where a part stands says which node it is.
 */
export const orderPlaces = (places: PlaceColumns): Uint32Array => {
  const count = places.lat.length;
  const points = pointsOf(places);
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place++) order[place] = place;
  const columns = { keys: new Float64Array(count), companions: order };
  const part = (start: number, end: number, capacity: number): void => {
    if (capacity <= blockSize) return;
    const middle = start + capacity / 2;
    if (middle < end) {
      const extents = [0, 1, 2].map((axis) => readKeys(columns, points, axis, start, end));
      readKeys(columns, points, extents.indexOf(Math.max(...extents)), start, end);
      selectLowest(columns, middle - start, start, end);
      part(middle, end, capacity / 2);
    }
    part(start, Math.min(middle, end), capacity / 2);
  };
  part(0, count, treeWidth(blocksOf(count)) * blockSize);
  return order;
};
