import type { Coordinates } from './search.ts';

const median = (numbers: readonly number[]): number | undefined => {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const upper = inOrder[Math.floor(inOrder.length / 2)];
  const lower = inOrder[Math.ceil(inOrder.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
};

/**
 * The middle of places: half of them lie north of it and half south, half east and half west. One that is far off, or
 * was imported with wrong coordinates, does not pull it away as it would a mean. Undefined of no places. The network
 * ends well before longitude 180°, where this would fail.
 */
export const middleOf = (places: readonly Coordinates[]): Coordinates | undefined => {
  const lat = median(places.map((place) => place.lat));
  const lon = median(places.map((place) => place.lon));
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
};
