import { radians, type SpacePoint } from './chord.ts';
import type { Place, PlaceColumns } from './place.ts';

/**
 * The surroundings of a centre as if they were flat: lines across them come from degrees alone, where points on the
 * sphere call for sines and cosines first. As far as `canMap` says, a line is longer than the chord by a quarter of
 * `chordMargin` at most, and never shorter.
 */
export interface LocalMap {
  /** The centre, in degrees. */
  readonly lat: number;
  readonly lon: number;
  /** The square of a degree of longitude there, in degrees of latitude. */
  readonly narrowing: number;
  /** Half of what that loses with a radian to the north. */
  readonly narrowingNorth: number;
}

/** The longest chord that a map shows, in radii: 53.5 km. */
const longestChord = 0.0084;
/** Nearer to a pole, parallels bend too much. */
const mostLatitude = 60;
/** There the longest chord spans not quite a degree of longitude: no map reaches the antimeridian. */
const mostLongitude = 179;

/** Whether a map shows what lies around a centre, up to a chord in radii. */
export const canMap = ({ lat, lon }: Place, chord: number): boolean =>
  chord <= longestChord && Math.abs(lat) <= mostLatitude && Math.abs(lon) <= mostLongitude;

/** The map around a centre, which is given as a point too. */
export const mapAround = ({ lat, lon }: Place, { x, y, z }: SpacePoint): LocalMap => {
  const narrowing = x * x + y * y;
  return { lat, lon, narrowing, narrowingNorth: z * Math.sqrt(narrowing) };
};

/** Writes the squares of the lines, in radii, from the centre to `count` places from `start` on. */
export const writeSquares = (
  { lat: centreLat, lon: centreLon, narrowing, narrowingNorth }: LocalMap,
  { lat, lon }: PlaceColumns,
  start: number,
  count: number,
  squares: Float64Array,
): void => {
  const halfNarrowing = narrowing / 2;
  for (let index = 0; index < count; index++) {
    const north = ((lat[start + index] ?? 0) - centreLat) * radians;
    const east = ((lon[start + index] ?? 0) - centreLon) * radians;
    // Far beyond the map the series for the narrowing turns negative: its size keeps what is far from seeming near.
    const narrowingThere = Math.abs(narrowing - north * (narrowingNorth + halfNarrowing * north));
    squares[index] = north * north + east * east * narrowingThere;
  }
};
