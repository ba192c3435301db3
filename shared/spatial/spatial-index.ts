import { greatCircleKm } from './great-circle.ts';
import type { PlaceColumns, SearchArea } from './place.ts';
import type { PositionSet } from './position-set.ts';

/** Positions, nearest first, and how far each is: kilometres, great circle, unrounded. */
export interface Nearest {
  readonly positions: Uint32Array;
  readonly distancesKm: Float64Array;
}

/** Finds and counts what lies near a place. Without `among`, all positions are asked. */
export interface SpatialIndex {
  /** The first `limit` of the area: by distance, those equally far by their rank. */
  nearest(area: SearchArea, limit: number, among?: PositionSet): Nearest;
  /** How many lie in the area. */
  count(area: SearchArea, among?: PositionSet): number;
}

/** Places in the order that `orderPlaces` gave them. */
export interface OrderedPlaces extends PlaceColumns {
  /** Which of two that are equally far comes first: the lower. */
  readonly rank: Uint32Array;
}

export const openSpatialIndex = ({ lat, lon, rank }: OrderedPlaces): SpatialIndex => {
  const inside = ({ centre, radiusKm }: SearchArea, among?: PositionSet) =>
    Array.from(lat.keys(), (position) => ({
      position,
      distanceKm: greatCircleKm(centre, { lat: lat[position] ?? 0, lon: lon[position] ?? 0 }),
    })).filter(({ position, distanceKm }) => distanceKm <= radiusKm && (among?.has(position) ?? true));
  return {
    nearest(area, limit, among) {
      const found = inside(area, among)
        .sort((a, b) => a.distanceKm - b.distanceKm || (rank[a.position] ?? 0) - (rank[b.position] ?? 0))
        .slice(0, Math.max(0, limit));
      return {
        positions: Uint32Array.from(found, ({ position }) => position),
        distancesKm: Float64Array.from(found, ({ distanceKm }) => distanceKm),
      };
    },
    count: (area, among) => inside(area, among).length,
  };
};
