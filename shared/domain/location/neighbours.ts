import { greatCircleKm } from '../../spatial/great-circle.ts';
import type { SearchArea } from './location-catalogue.ts';
import type { CoordinateColumns } from './location-columns.ts';

/** A row and how far it is from the search point: kilometres, great circle, unrounded. */
export interface RowNeighbour {
  readonly row: number;
  readonly distanceKm: number;
}

/** Those candidates that are accepted and lie in the area, its rim included, in no particular order. */
export const neighboursAmong = (
  candidates: ArrayLike<number>,
  { lat, lon }: CoordinateColumns,
  area: SearchArea,
  accepts: (row: number) => boolean,
): RowNeighbour[] => {
  const neighbours: RowNeighbour[] = [];
  for (let index = 0; index < candidates.length; index++) {
    const row = candidates[index] ?? 0;
    if (!accepts(row)) continue;
    const distanceKm = greatCircleKm(area.centre, { lat: lat[row] ?? 0, lon: lon[row] ?? 0 });
    if (distanceKm <= area.radiusKm) neighbours.push({ row, distanceKm });
  }
  return neighbours;
};

/** Rows are in the order of location codes. */
const byDistance = (one: RowNeighbour, other: RowNeighbour): number =>
  one.distanceKm - other.distanceKm || one.row - other.row;

/**
 * The first `count` by distance, then location code. Only those up to the distance of the last one are put in
 * order: numbers alone sort several times faster than neighbours do, and a page needs few of thousands.
 */
export const nearestFirst = (neighbours: readonly RowNeighbour[], count: number): RowNeighbour[] => {
  if (count <= 0) return [];
  const distances = new Float64Array(neighbours.map(({ distanceKm }) => distanceKm)).sort();
  const furthestKm = distances[count - 1] ?? Number.POSITIVE_INFINITY;
  return neighbours
    .filter(({ distanceKm }) => distanceKm <= furthestKm)
    .sort(byDistance)
    .slice(0, count);
};
