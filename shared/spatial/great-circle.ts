import { kilometresAlong, pointOf } from './chord.ts';
import type { Place } from './place.ts';

export { halfCircumferenceKm } from './chord.ts';

/**
 * Kilometres between two places on a sphere, along the great circle, unrounded and always finite: the haversine
 * formula, with its chord in space. It is 0 between two names of one place: longitudes 180 and -180, and any
 * longitudes at a pole.
 */
export const greatCircleKm = (from: Place, to: Place): number => {
  const { x, y, z } = pointOf(from);
  const { x: toX, y: toY, z: toZ } = pointOf(to);
  return kilometresAlong((x - toX) * (x - toX) + (y - toY) * (y - toY) + (z - toZ) * (z - toZ));
};
