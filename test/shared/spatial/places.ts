import * as fc from 'fast-check';
import { growTree } from '../../../shared/spatial/block-tree.ts';
import { greatCircleKm, halfCircumferenceKm } from '../../../shared/spatial/great-circle.ts';
import type { Place, SearchArea } from '../../../shared/spatial/place.ts';
import { orderPlaces } from '../../../shared/spatial/place-order.ts';
import type { PositionSet } from '../../../shared/spatial/position-set.ts';
import { type OrderedPlaces, openSpatialIndex } from '../../../shared/spatial/spatial-index.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';

const placesWithin = (south: number, north: number, west: number, east: number): fc.Arbitrary<Place> =>
  fc.record({ lat: evenlyBetween(south, north), lon: evenlyBetween(west, east) });

/** Places as networks have them, and where indexes go wrong. */
export const place: fc.Arbitrary<Place> = fc.oneof(
  placesWithin(-90, 90, -180, 180),
  placesWithin(-38, -37.6, 144.7, 145.2),
  placesWithin(-18, -16, 179, 180),
  placesWithin(-18, -16, -180, -179),
  placesWithin(89, 90, -180, 180),
  placesWithin(-90, -89.9, -180, 180),
  // Many places are one of these, or stand on one circle with others.
  fc.record({
    lat: fc.constantFrom(90, -90, 0, -37, -37.5),
    lon: fc.constantFrom(0, 145, 145 * (1 + Number.EPSILON), 180, -180),
  }),
  fc.record({ lat: fc.constant(-37), lon: evenlyBetween(-180, 180) }),
  fc.record({ lat: evenlyBetween(-90, 90), lon: fc.constant(145) }),
);

/** Areas around any place: of nothing, of a few metres, of any size, and larger than the earth. */
export const area: fc.Arbitrary<SearchArea> = fc.record({
  centre: place,
  radiusKm: fc.oneof(
    fc.constantFrom(0, 1e-9, 0.001, halfCircumferenceKm, halfCircumferenceKm + 1, 40_000),
    evenlyBetween(0, 2),
    evenlyBetween(0, 100),
    evenlyBetween(0, halfCircumferenceKm),
  ),
});

/** Places as an index asks for them; ranks run against the order, so that they cannot be mistaken for it. */
export const inOrder = (places: readonly Place[]): OrderedPlaces => {
  const columns = {
    lat: Float64Array.from(places, ({ lat }) => lat),
    lon: Float64Array.from(places, ({ lon }) => lon),
  };
  const order = orderPlaces(columns);
  const ordered = {
    lat: Float64Array.from(order, (number) => columns.lat[number] ?? Number.NaN),
    lon: Float64Array.from(order, (number) => columns.lon[number] ?? Number.NaN),
  };
  return { ...ordered, rank: order.map((number) => places.length - 1 - number), tree: growTree(ordered) };
};

/** Two ways to the same answers: the index, and a look at every place. */
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

/** What an index found, in the words of a look at every place. */
export const listed = ({
  positions,
  distancesKm,
}: ReturnType<ReturnType<typeof openSpatialIndex>['nearest']>) =>
  Array.from(positions, (position, index) => ({ position, distanceKm: distancesKm[index] }));
