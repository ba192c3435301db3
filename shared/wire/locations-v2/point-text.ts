import type { Location } from '../../domain/location/location.ts';
import { kilometresBetween } from '../rounded-kilometres.ts';
import type { NearbyPoint, Point } from './point.ts';
import { toPoint } from './point-view.ts';

/** Text that completes a point's line: the end of `geo_location`, its last member, and of the point. */
const closing = '}}';

/**
 * Returns the JSON of the location's point without its last two braces, which close `geo_location` and the point, so
 * that a distance can be appended.
 */
export const pointLine = (location: Location): string =>
  JSON.stringify(toPoint(location)).slice(0, -closing.length);

/** Name of the member that `geo_location` has only in points found around coordinates. */
const distanceName = 'distance' satisfies keyof Omit<
  NearbyPoint['geo_location'],
  keyof Point['geo_location']
>;

/** Completes a line to a point as JSON. */
export const pointText = (line: string): string => line + closing;

const closingWithDistance = kilometresBetween(`,"${distanceName}":`, closing);

/** Completes a line to a NearbyPoint as JSON; `distanceKm` is great circle, unrounded. */
export const nearbyPointText = (line: string, distanceKm: number): string =>
  line + closingWithDistance(distanceKm);
