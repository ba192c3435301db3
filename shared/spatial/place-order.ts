import { blockSize, blocksOf, treeWidth } from './blocks.ts';
import type { PlaceColumns } from './place.ts';
import { selectLowest } from './select-lowest.ts';

/** How far values from `start` to `end` are apart. */
const extent = (values: Float64Array, start: number, end: number) => {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = start; index < end; index++) {
    const value = values[index] ?? 0;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return { lowest, width: highest - lowest };
};

/** The places from `start` to `end` reach further from east to west than from north to south. */
const isWide = ({ lat, lon }: PlaceColumns, start: number, end: number): boolean => {
  const { lowest, width: height } = extent(lat, start, end);
  const shrinking = Math.cos(((lowest + height / 2) * Math.PI) / 180);
  return extent(lon, start, end).width * shrinking > height;
};

/**
 * Puts places into the order that the spatial index asks for, in which those that are near one another stand near
 * one another: for each position the place that stands there, as its number among those given.
 *
 * The places are halved across their longer side, again and again, down to blocks. Each half but the last one is of
 * a power of two of blocks, so that where it stands says which node of the tree it is.
 */
export const orderPlaces = (places: PlaceColumns): Uint32Array => {
  const count = places.lat.length;
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place++) order[place] = place;
  const moved: PlaceColumns = { lat: places.lat.slice(), lon: places.lon.slice() };
  const halve = (start: number, end: number, capacity: number): void => {
    if (capacity <= blockSize) return;
    const middle = start + capacity / 2;
    if (middle < end) {
      const [values, others] = isWide(moved, start, end) ? [moved.lon, moved.lat] : [moved.lat, moved.lon];
      selectLowest({ values, others, order }, middle, start, end);
      halve(middle, end, capacity / 2);
    }
    halve(start, Math.min(middle, end), capacity / 2);
  };
  halve(0, count, treeWidth(blocksOf(count)) * blockSize);
  return order;
};
