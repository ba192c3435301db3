import type { Location } from '../../domain/location/location.ts';
import { kilometresBetween } from '../rounded-kilometres.ts';
import type { NearbyPoint, Point } from './point.ts';
import { toPoint } from './point-view.ts';

/** What a point's line lacks: the end of `geo_location`, which stands last, and that of the point. */
const closing = '}}';

/**
 * JSON text of the location's point, made once for all the answers that show it. It lacks the two braces at its end,
 * which close `geo_location` and the point, so that a distance can follow.
 */
export const pointLine = (location: Location): string =>
  JSON.stringify(toPoint(location)).slice(0, -closing.length);

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

/** The point of a line with its distance, great circle, given unrounded: a NearbyPoint as JSON. */
export const nearbyPointText = (line: string, distanceKm: number): string =>
  line + closingWithDistance(distanceKm);
