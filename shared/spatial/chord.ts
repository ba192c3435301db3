import type { Place, PlaceColumns } from './place.ts';

/** Mean radius of the sphere that distances are reckoned on. */
const earthRadiusKm = 6371;
/** Radians in a degree. */
export const radians = Math.PI / 180;

/** No two places are further apart. */
export const halfCircumferenceKm = Math.PI * earthRadiusKm;

/** A place as a point on the unit sphere. */
export interface SpacePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

// In floating point the cosine of 90 degrees is 6e-17: it would set the meridians apart that meet at a pole.
const cosineOfLatitude = (lat: number) => (Math.abs(lat) === 90 ? 0 : Math.cos(lat * radians));

/** The same point for all names of one place: longitudes 180 and -180, and any longitudes at a pole. */
export const pointOf = ({ lat, lon }: Place): SpacePoint => {
  const cosine = cosineOfLatitude(lat);
  const east = (lon === -180 ? 180 : lon) * radians;
  return { x: cosine * Math.cos(east), y: cosine * Math.sin(east), z: Math.sin(lat * radians) };
};

/** Writes the points of the places from `start` up to `end` one after another, x, y and z of each, from `at` on. */
export const writePoints = (
  { lat, lon }: PlaceColumns,
  start: number,
  end: number,
  points: Float64Array,
  at: number,
): void => {
  for (let place = start, to = at; place < end; place++, to += 3) {
    const { x, y, z } = pointOf({ lat: lat[place] ?? 0, lon: lon[place] ?? 0 });
    points[to] = x;
    points[to + 1] = y;
    points[to + 2] = z;
  }
};

/** The points of all places. */
export const pointsOf = (places: PlaceColumns): Float64Array => {
  const count = places.lat.length;
  const points = new Float64Array(3 * count);
  writePoints(places, 0, count, points, 0);
  return points;
};

/** The square of the chord, the straight line between a point and one of those in a column, which starts at `at`. */
export const squaredChord = (points: Float64Array, at: number, x: number, y: number, z: number): number => {
  const acrossX = (points[at] ?? 0) - x;
  const acrossY = (points[at + 1] ?? 0) - y;
  const acrossZ = (points[at + 2] ?? 0) - z;
  return acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ;
};

/** Kilometres along the sphere between the ends of a chord, given its square in radii. */
export const kilometresAlong = (square: number): number =>
  // Between antipodes rounding can carry it over 1, where the arc sine is not a number.
  2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(square) / 2));

/** The chord, in radii, between points that are so far apart along the sphere. It grows with the distance. */
export const chordOf = (kilometres: number): number =>
  2 * Math.sin(Math.min(Math.max(kilometres, 0), halfCircumferenceKm) / (2 * earthRadiusKm));

/**
 * By how much, in radii, lines to boxes in single precision and bounds may be wrong together: 2.5 metres, several
 * times what rounding can amount to. Whatever is nearer than that to a bound is measured.
 */
export const chordMargin = 4e-7;
