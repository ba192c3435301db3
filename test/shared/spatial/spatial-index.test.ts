import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growTree } from '../../../shared/spatial/block-tree.ts';
import { halfCircumferenceKm } from '../../../shared/spatial/great-circle.ts';
import type { Place } from '../../../shared/spatial/place.ts';
import { positionSet } from '../../../shared/spatial/position-set.ts';
import { openSpatialIndex } from '../../../shared/spatial/spatial-index.ts';
import { area, indexAndBruteForce, inOrder, listed, place } from './places.ts';

const networks = fc.oneof(
  { weight: 3, arbitrary: fc.array(place, { maxLength: 200 }) },
  { weight: 1, arbitrary: fc.array(place, { minLength: 200, maxLength: 1500, size: 'max' }) },
  // All in one point, and copies of a few.
  fc.tuple(place, fc.integer({ min: 1, max: 200 })).map(([one, times]) => Array<Place>(times).fill(one)),
  fc
    .tuple(fc.array(place, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 40 }))
    .map(([few, times]) => Array.from({ length: times }, () => few).flat()),
);

const limits = fc.oneof(fc.constantFrom(0, 1, 5, 16, 17, 32, 10_000), fc.integer({ min: -1, max: 300 }));

/** From zero to just below one, and none more often than another. */
const chance = fc.noBias(fc.nat({ max: 999_999 })).map((millionths) => millionths / 1_000_000);

/** A share of all positions, each drawn for itself: from none to all. */
const filterOf = (places: number) =>
  fc.oneof(fc.constantFrom(0, 0.003, 1), chance).chain((share) =>
    fc.infiniteStream(chance).map((draws) => {
      const drawn = [...draws.take(places)].map((value, position) => (value < share ? position : -1));
      return positionSet(Uint32Array.from(drawn.filter((position) => position >= 0)), places);
    }),
  );

const questions = networks.chain((network) =>
  fc.record({
    network: fc.constant(network),
    within: fc.oneof(
      area,
      // At a place itself, where the rim runs through others.
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
  it('finds what a look at every place finds, in that order and as far away', async () => {
    await fc.assert(
      fc.property(questions, ({ network, within, limit, among }) => {
        const { index, nearest } = indexAndBruteForce(inOrder(network));
        expect(listed(index.nearest(within, limit, among))).toEqual(nearest(within, limit, among));
      }),
      { numRuns: 400 },
    );
  });

  it('counts what a look at every place counts', async () => {
    await fc.assert(
      fc.property(questions, ({ network, within, among }) => {
        const { index, count } = indexAndBruteForce(inOrder(network));
        expect(index.count(within, among)).toBe(count(within, among));
      }),
      { numRuns: 400 },
    );
  });

  it('takes in a place that lies on the rim, and leaves it out where the rim is the least bit nearer', async () => {
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

  it('is as right over places in any other order', async () => {
    await fc.assert(
      fc.property(fc.array(place, { maxLength: 400 }), area, limits, (network, within, limit) => {
        const columns = {
          lat: Float64Array.from(network, ({ lat }) => lat),
          lon: Float64Array.from(network, ({ lon }) => lon),
        };
        const { index, nearest, count } = indexAndBruteForce({
          ...columns,
          rank: Uint32Array.from(network.keys()),
          tree: growTree(columns),
        });
        expect(listed(index.nearest(within, limit))).toEqual(nearest(within, limit));
        expect(index.count(within)).toBe(count(within));
      }),
      { numRuns: 100 },
    );
  });

  it('gives of thousands that are equally far those of the lowest rank', () => {
    const index = openSpatialIndex(inOrder(Array<Place>(5000).fill({ lat: -37.8, lon: 144.9 })));
    const { positions } = index.nearest({ centre: { lat: -37.8, lon: 144.9 }, radiusKm: 0 }, 20);
    const { rank } = inOrder(Array<Place>(5000).fill({ lat: -37.8, lon: 144.9 }));
    expect(Array.from(positions, (position) => rank[position])).toEqual([...Array(20).keys()]);
  });

  it('finds the first few among tens of thousands that stand in a few places', () => {
    const few = [0, 1, 2].map((step) => ({ lat: -37.8, lon: 144.9 + step / 100 }));
    const copies = 40_000;
    const { index, nearest, count } = indexAndBruteForce(
      inOrder(Array.from({ length: copies }, (_, number) => few[number % few.length] ?? { lat: 0, lon: 0 })),
    );
    for (const centre of [...few, { lat: -37.8, lon: 144.905 }, { lat: 37.8, lon: -35.1 }]) {
      for (const radiusKm of [0, 0.5, 1, halfCircumferenceKm]) {
        const within = { centre, radiusKm };
        expect(listed(index.nearest(within, 5))).toEqual(nearest(within, 5));
        expect(index.count(within)).toBe(count(within));
      }
    }
  });

  it('answers of nothing with nothing', () => {
    const index = openSpatialIndex(inOrder([]));
    const everywhere = { centre: { lat: 0, lon: 0 }, radiusKm: 40_000 };
    expect(index.nearest(everywhere, 5).positions).toHaveLength(0);
    expect(index.count(everywhere)).toBe(0);
    expect(index.count(everywhere, positionSet(new Uint32Array(), 0))).toBe(0);
  });
});
