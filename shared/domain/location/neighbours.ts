import { greatCircleKm } from './great-circle.ts';
import type { Location } from './location.ts';
import type { Neighbour, SearchArea } from './location-catalogue.ts';
import { byDistance } from './location-order.ts';

/** Those candidates that are accepted and lie in the area, its rim included, in no particular order. */
export const neighboursAmong = (
  candidates: readonly Location[],
  area: SearchArea,
  accepts: (location: Location) => boolean,
): Neighbour[] => {
  const neighbours: Neighbour[] = [];
  for (const location of candidates) {
    if (!accepts(location)) continue;
    const distanceKm = greatCircleKm(area.centre, location.coordinates);
    if (distanceKm <= area.radiusKm) neighbours.push({ location, distanceKm });
  }
  return neighbours;
};

/**
 * The first `count` by distance, then location code. Only those up to the distance of the last one are put in
 * order: numbers alone sort several times faster than neighbours do, and a page needs few of thousands.
 */
export const nearestFirst = (neighbours: readonly Neighbour[], count: number): Neighbour[] => {
  if (count <= 0) return [];
  const distances = new Float64Array(neighbours.map(({ distanceKm }) => distanceKm)).sort();
  const furthestKm = distances[count - 1] ?? Number.POSITIVE_INFINITY;
  return neighbours
    .filter(({ distanceKm }) => distanceKm <= furthestKm)
    .sort(byDistance)
    .slice(0, count);
};
