import type { Coordinates } from './search.ts';

const median = (numbers: readonly number[]): number | undefined => {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const upper = inOrder[Math.floor(inOrder.length / 2)];
  const lower = inOrder[Math.ceil(inOrder.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
};

/** The longitude on the copy of the earth that is nearest to another one. */
const besides = (lon: number, other: number): number =>
  other + ((((lon - other + 180) % 360) + 360) % 360) - 180;

/**
 * The middle of places: half of them lie north of it and half south, half east and half west. One that is far off, or
 * was imported with wrong coordinates, does not pull it away as it would a mean. Undefined of no places.
 */
export const middleOf = (places: readonly Coordinates[]): Coordinates | undefined => {
  const [first] = places;
  const lat = median(places.map((place) => place.lat));
  // Counted from one of them, so that longitude 180° parts nobody.
  const lon = median(places.map((place) => besides(place.lon, first?.lon ?? 0)));
  return lat === undefined || lon === undefined ? undefined : { lat, lon: besides(lon, 0) };
};
