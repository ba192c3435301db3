import * as fc from 'fast-check';
import {
  greatCircleKm,
  halfCircumferenceKm,
  type Nearest,
  type OrderedPlaces,
  openSpatialIndex,
  orderedPlaces,
  type Place,
  type PlaceColumns,
  type PositionSet,
  type SearchArea,
} from '../../../shared/spatial/index.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';

const placesWithin = (south: number, north: number, west: number, east: number): fc.Arbitrary<Place> =>
  fc.record({ lat: evenlyBetween(south, north), lon: evenlyBetween(west, east) });

/** Places like those of real networks, and places that break spatial indexes. */
export const place: fc.Arbitrary<Place> = fc.oneof(
  placesWithin(-90, 90, -180, 180),
  placesWithin(-38, -37.6, 144.7, 145.2),
  placesWithin(-18, -16, 179, 180),
  placesWithin(-18, -16, -180, -179),
  placesWithin(89, 90, -180, 180),
  placesWithin(-90, -89.9, -180, 180),
  // Duplicates, and many places on one circle.
  fc.record({
    lat: fc.constantFrom(90, -90, 0, -37, -37.5),
    lon: fc.constantFrom(0, 145, 145 * (1 + Number.EPSILON), 180, -180),
  }),
  fc.record({ lat: fc.constant(-37), lon: evenlyBetween(-180, 180) }),
  fc.record({ lat: evenlyBetween(-90, 90), lon: fc.constant(145) }),
);

/** Areas around any place: a point, a few metres, any size, and larger than the earth. */
export const area: fc.Arbitrary<SearchArea> = fc.record({
  centre: place,
  radiusKm: fc.oneof(
    fc.constantFrom(0, 1e-9, 0.001, halfCircumferenceKm, halfCircumferenceKm + 1, 40_000),
    evenlyBetween(0, 2),
    evenlyBetween(0, 100),
    evenlyBetween(0, halfCircumferenceKm),
  ),
});

export const columnsOf = (places: readonly Place[]): PlaceColumns => ({
  lat: Float64Array.from(places, ({ lat }) => lat),
  lon: Float64Array.from(places, ({ lon }) => lon),
});

/** Returns places in spatial order, with reversed ranks, so that an index that ignores ranks fails. */
export const inOrder = (places: readonly Place[]): OrderedPlaces => {
  const ordered = orderedPlaces(columnsOf(places));
  return { ...ordered, rank: ordered.rank.map((number) => places.length - 1 - number) };
};

/** Opens an index over places, and returns functions that find the same places by brute force. */
export const indexAndBruteForce = (places: OrderedPlaces) => {
  const inside = ({ centre, radiusKm }: SearchArea, among?: PositionSet) =>
    Array.from(places.lat, (lat, position) => ({
      position,
      distanceKm: greatCircleKm(centre, { lat, lon: places.lon[position] ?? Number.NaN }),
    })).filter(({ position, distanceKm }) => distanceKm <= radiusKm && (among?.has(position) ?? true));
  const rankOf = (position: number) => places.rank[position] ?? Number.NaN;
  return {
    index: openSpatialIndex(places),
    nearest: (within: SearchArea, limit: number, among?: PositionSet) =>
      inside(within, among)
        .sort((a, b) => a.distanceKm - b.distanceKm || rankOf(a.position) - rankOf(b.position))
        .slice(0, Math.max(0, limit)),
    count: (within: SearchArea, among?: PositionSet) => inside(within, among).length,
  };
};

export const listed = ({ positions, distancesKm }: Nearest) =>
  Array.from(positions, (position, index) => ({ position, distanceKm: distancesKm[index] }));
