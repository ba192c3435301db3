import type { Location } from './location.ts';
import type { Neighbour, SearchArea } from './location-catalogue.ts';
import { nearestFirst, neighboursAmong } from './neighbours.ts';
import type { SpatialIndex } from './spatial-index.ts';

/** How much further each look reaches than the one before. */
const growth = 3;

/**
 * The first `limit` accepted locations of the area, nearest first.
 *
 * Looks in rings that grow until one holds enough: whatever lies outside it is further away than all inside, so
 * that ties at the last place are inside too. Measured over 21,000 locations, five around a city: 10 microseconds,
 * against 500 for sorting all within 50 km and 9,000 within 1,000 km. A walk of the tree in order of distance is as
 * quick, but it compares cosines, so that ties need a second look, and where the filter accepts next to nothing it
 * walks the whole tree. The first ring suits about one location in 3 square kilometres.
 */
export const nearestWithin = (
  index: SpatialIndex,
  { centre, radiusKm }: SearchArea,
  accepts: (location: Location) => boolean,
  limit: number,
): Neighbour[] => {
  if (limit <= 0) return [];
  for (let reachKm = Math.sqrt(limit); ; reachKm *= growth) {
    const ring = { centre, radiusKm: Math.min(reachKm, radiusKm) };
    const found = neighboursAmong(index.near(ring), ring, accepts);
    if (found.length >= limit || reachKm >= radiusKm) return nearestFirst(found, limit);
  }
};
