/**
 * Places as points on the unit sphere. The straight line between two points, their chord, grows with the distance along
 * the ground. Searches can therefore compare squared chords, with three multiplications and no trigonometry. Poles and
 * the antimeridian need no special treatment, because they are ordinary points in space.
 */

/** A place on the globe, in degrees (WGS 84). */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Places by position, in degrees. */
export interface PlaceColumns {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
}

/** A circle on the globe. The radius is inclusive, in kilometres along the great circle. */
export interface SearchArea {
  readonly centre: Place;
  readonly radiusKm: number;
}

/** A point in space, in earth radii from the centre of the earth. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Mean radius of the earth. */
const earthRadiusKm = 6371;
const radiansPerDegree = Math.PI / 180;

export const halfCircumferenceKm = Math.PI * earthRadiusKm;

/**
 * Tolerance, in earth radii, for the combined rounding error of boxes in single precision and bounds on chords: 2.5 m,
 * several times the maximum error. For places within this margin of a bound, the exact distance is computed.
 */
export const chordMargin = 4e-7;

/**
 * Returns the distance between two places in kilometres along the great circle, unrounded and finite, by the haversine
 * formula. It is 0 between different coordinates of the same place: longitudes 180 and -180, or any longitudes at a
 * pole.
 */
export const greatCircleKm = (from: Place, to: Place): number => {
  const a = pointOf(from);
  const b = pointOf(to);
  return squaredChordToKm((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
};

/** Converts a place to a point. Different coordinates of the same place result in the same point. */
export const pointOf = ({ lat, lon }: Place): Point => {
  // Math.cos(Math.PI / 2) is 6e-17, which would separate the meridians that meet at a pole.
  const cosLat = Math.abs(lat) === 90 ? 0 : Math.cos(lat * radiansPerDegree);
  const lambda = (lon === -180 ? 180 : lon) * radiansPerDegree;
  return { x: cosLat * Math.cos(lambda), y: cosLat * Math.sin(lambda), z: Math.sin(lat * radiansPerDegree) };
};

/** Writes x, y and z of the places from `start` up to `end` (exclusive) to `points`, starting at index `to`. */
export const writePoints = (
  { lat, lon }: PlaceColumns,
  start: number,
  end: number,
  points: Float64Array,
  to: number,
): void => {
  for (let place = start, at = to; place < end; place++, at += 3) {
    const { x, y, z } = pointOf({ lat: lat[place] ?? 0, lon: lon[place] ?? 0 });
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
  }
};

export const pointsOf = (places: PlaceColumns): Float64Array => {
  const points = new Float64Array(3 * places.lat.length);
  writePoints(places, 0, places.lat.length, points, 0);
  return points;
};

/** Returns the squared chord, in squared earth radii, between the point at index `at` and (x, y, z). */
export const squaredChord = (points: Float64Array, at: number, x: number, y: number, z: number): number => {
  const dx = (points[at] ?? 0) - x;
  const dy = (points[at + 1] ?? 0) - y;
  const dz = (points[at + 2] ?? 0) - z;
  return dx * dx + dy * dy + dz * dz;
};

/** Converts a squared chord, in squared earth radii, to kilometres along the great circle. */
export const squaredChordToKm = (square: number): number =>
  // Between antipodes, rounding can exceed 1, for which Math.asin returns NaN.
  2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(square) / 2));

/** Converts kilometres along the great circle to a chord, in earth radii. */
export const kmToChord = (km: number): number =>
  2 * Math.sin(Math.min(Math.max(km, 0), halfCircumferenceKm) / (2 * earthRadiusKm));
