import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  halfCircumferenceKm,
  openSpatialIndex,
  orderedPlaces,
  type Place,
  positionSet,
} from '../../../shared/spatial/index.ts';
import { area, columnsOf, indexAndBruteForce, inOrder, listed, place } from './places.ts';

const networks = fc.oneof(
  { weight: 3, arbitrary: fc.array(place, { maxLength: 200 }) },
  { weight: 1, arbitrary: fc.array(place, { minLength: 200, maxLength: 1500, size: 'max' }) },
  // Many copies of one place, and of a few places.
  fc.tuple(place, fc.integer({ min: 1, max: 200 })).map(([one, times]) => Array<Place>(times).fill(one)),
  fc
    .tuple(fc.array(place, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 40 }))
    .map(([few, times]) => Array.from({ length: times }, () => few).flat()),
);

const limits = fc.oneof(fc.constantFrom(0, 1, 5, 16, 17, 32, 10_000), fc.integer({ min: -1, max: 300 }));

/** A uniformly distributed number from 0 up to 1. */
const chance = fc.noBias(fc.nat({ max: 999_999 })).map((millionths) => millionths / 1_000_000);

const filterOf = (places: number) =>
  fc.oneof(fc.constantFrom(0, 0.003, 1), chance).chain((share) =>
    fc.infiniteStream(chance).map((draws) => {
      const drawn = [...draws.take(places)].map((value, position) => (value < share ? position : -1));
      return positionSet(Uint32Array.from(drawn.filter((position) => position >= 0)), places);
    }),
  );

const queries = networks.chain((network) =>
  fc.record({
    network: fc.constant(network),
    within: fc.oneof(
      area,
      // Centred on a place, so that other places may be exactly at the radius.
      fc.record({
        centre: network.length > 0 ? fc.constantFrom(...network) : place,
        radiusKm: fc.constantFrom(0, 0.5, 100, halfCircumferenceKm),
      }),
    ),
    limit: limits,
    among: fc.option(filterOf(network.length), { nil: undefined }),
  }),
);

describe('the spatial index', () => {
  it('finds and counts the same places as brute force, in the same order', async () => {
    await fc.assert(
      fc.property(queries, ({ network, within, limit, among }) => {
        const { index, nearest, count } = indexAndBruteForce(inOrder(network));
        expect(listed(index.nearest(within, limit, among))).toEqual(nearest(within, limit, among));
        expect(index.count(within, among)).toBe(count(within, among));
      }),
      { numRuns: 500 },
    );
  });

  it('includes places at exactly the radius, and excludes them if the radius is any shorter', async () => {
    await fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 100 }), (network) => {
        const { index, nearest } = indexAndBruteForce(inOrder(network));
        const centre = network[0] ?? { lat: 0, lon: 0 };
        const everywhere = nearest({ centre, radiusKm: halfCircumferenceKm }, network.length);
        const rimKm = everywhere.at(network.length >> 1)?.distanceKm ?? 0;
        const upTo = everywhere.filter(({ distanceKm }) => distanceKm <= rimKm).length;
        const nearerKm = rimKm * (1 - Number.EPSILON);
        const before = everywhere.filter(({ distanceKm }) => distanceKm <= nearerKm).length;
        expect(index.count({ centre, radiusKm: rimKm })).toBe(upTo);
        expect(index.count({ centre, radiusKm: nearerKm })).toBe(before);
        expect(index.nearest({ centre, radiusKm: rimKm }, network.length).positions).toHaveLength(upTo);
      }),
    );
  });

  it('returns the lowest ranks of thousands of places at the same distance', () => {
    const centre = { lat: -37.8, lon: 144.9 };
    const places = inOrder(Array<Place>(5000).fill(centre));
    const { positions } = openSpatialIndex(places).nearest({ centre, radiusKm: 0 }, 20);
    expect(Array.from(positions, (position) => places.rank[position])).toEqual([...Array(20).keys()]);
  });
});

describe('places in spatial order', () => {
  it('have blocks that extend less than 300 km on average', () => {
    // Multiples of irrational numbers spread evenly over a continent.
    const places = orderedPlaces(
      columnsOf(
        Array.from({ length: 21_000 }, (_, number) => ({
          lat: -44 + 34 * ((number * Math.SQRT2) % 1),
          lon: 113 + 41 * ((number * Math.SQRT1_2 * Math.E) % 1),
        })),
      ),
    );
    const { width, boxes } = places.tree;
    const extents = [...boxes.subarray(6 * width)].filter((half, index) => index % 6 > 2 && half >= 0);
    const mean = (2 * extents.reduce((sum, half) => sum + half, 0)) / extents.length;
    expect(mean * 6371).toBeLessThan(300);
  });

  it('are ranked in their original order', () => {
    const { lat, lon, rank } = orderedPlaces(
      columnsOf(Array.from({ length: 100 }, (_, n) => ({ lat: n % 7, lon: n }))),
    );
    expect(rank.toSorted()).toEqual(Uint32Array.from({ length: 100 }, (_, number) => number));
    expect(lon).toEqual(Float64Array.from(rank));
    expect(lat).toEqual(Float64Array.from(rank, (number) => number % 7));
  });
});
