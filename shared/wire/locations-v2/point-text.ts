import { kilometresBetween } from '../rounded-kilometres.ts';
import type { NearbyPoint, Point } from './point.ts';

/** What a point's line lacks: the end of `geo_location`, which stands last, and that of the point. */
export const closing = '}}';

/** All that `geo_location` says of a point that was found around coordinates, and of no other. */
const distanceName = 'distance' satisfies keyof Omit<
  NearbyPoint['geo_location'],
  keyof Point['geo_location']
>;

/** The point of a line as JSON. */
export const pointText = (line: string): string => line + closing;

/** What stands between a point's line and its distance. */
export const beforeDistance = `,"${distanceName}":`;

/** What stands behind that, in ASCII: a distance, great circle, given unrounded, and the end of the point. */
export const distanceText = kilometresBetween('', closing);

const closingWithDistance = kilometresBetween(beforeDistance, closing);

/** The same with its distance, great circle, unrounded: a NearbyPoint as JSON. */
export const nearbyPointText = (line: string, distanceKm: number): string =>
  line + closingWithDistance(distanceKm);
