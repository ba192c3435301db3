import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfCircumferenceKm, openSpatialIndex, type Place } from '../../../shared/spatial/index.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';
import { indexAndBruteForce, inOrder, listed } from './places.ts';

const runs = { numRuns: 50 };
const sydney: Place = { lat: -33.8688, lon: 151.2093 };

const placesBetween = (south: number, north: number, lons: fc.Arbitrary<number>) =>
  fc.array(fc.record({ lat: evenlyBetween(south, north), lon: lons }), { minLength: 1, maxLength: 150 });
const limits = fc.constantFrom(1, 5, 40, 1_000);
const radii = fc.oneof(fc.constantFrom(0, 0.005, 0.5, 50, 500), evenlyBetween(0, 2), evenlyBetween(0, 300));

/** Compares both results of the index with brute force. */
const expectRight = (network: readonly Place[], centre: Place, radiusKm: number, limit: number) => {
  const { index, nearest, count } = indexAndBruteForce(inOrder(network));
  const within = { centre, radiusKm };
  expect(listed(index.nearest(within, limit))).toEqual(nearest(within, limit));
  expect(index.count(within)).toBe(count(within));
};

describe('the spatial index, in cases that break indexes', () => {
  const anyLon = evenlyBetween(-180, 180);
  const besideAntimeridian = fc.oneof(
    evenlyBetween(179, 180),
    evenlyBetween(-180, -179),
    fc.constantFrom(180, -180),
  );
  it.each([
    ['across the north pole', placesBetween(89.5, 90, anyLon)],
    ['across the south pole', placesBetween(-90, -89.5, anyLon)],
    ['across the antimeridian', placesBetween(-18, -16, besideAntimeridian)],
    ['within a few metres', placesBetween(-37.8001, -37.8, evenlyBetween(144.9, 144.9001))],
  ])('finds places %s', async (_where, places) => {
    await fc.assert(
      fc.property(places, places, radii, limits, (network, [centre = sydney], radiusKm, limit) => {
        expectRight(network, centre, radiusKm, limit);
      }),
      runs,
    );
  });

  it('finds all places around a pole, whatever longitude the pole is given', () => {
    const around = [-150, -60, 0, 90, 180].map((lon) => ({ lat: 89.9, lon }));
    for (const lon of [0, 77, -180, 180]) {
      const found = openSpatialIndex(inOrder(around)).nearest({ centre: { lat: 90, lon }, radiusKm: 20 }, 10);
      expect(found.distancesKm.every((km) => Math.abs(km - 11.1195) < 0.0001)).toBe(true);
      expect(found.positions).toHaveLength(5);
    }
  });

  it.each([90, -90])('treats all longitudes at latitude %d as one place', (lat) => {
    const index = openSpatialIndex(inOrder([0, 12, -133.7, 180].map((lon) => ({ lat, lon }))));
    for (const lon of [0, 99, -180]) expect(index.count({ centre: { lat, lon }, radiusKm: 0 })).toBe(4);
  });

  it('treats longitudes 180 and -180 as one', () => {
    const fiji = [180, -180, 179.9, -179.9].map((lon) => ({ lat: -17, lon }));
    const index = openSpatialIndex(inOrder(fiji));
    for (const lon of [180, -180]) expect(index.count({ centre: { lat: -17, lon }, radiusKm: 0 })).toBe(2);
    expect(index.count({ centre: { lat: -17, lon: 179.9 }, radiusKm: 22 })).toBe(4);
  });

  it('finds nothing within radius 0 if there is no place at the centre', () => {
    const index = openSpatialIndex(inOrder([sydney]));
    expect(index.count({ centre: { ...sydney, lon: sydney.lon + 1e-6 }, radiusKm: 0 })).toBe(0);
  });

  it('finds all places within half the circumference of the earth, and beyond', () => {
    const poles = [{ lat: 90, lon: 0 }, { lat: -90, lon: 0 }, sydney];
    const index = openSpatialIndex(inOrder(poles));
    for (const radiusKm of [halfCircumferenceKm, 40_000, Number.POSITIVE_INFINITY]) {
      expect(index.count({ centre: { lat: 90, lon: 12 }, radiusKm })).toBe(3);
      expect(index.nearest({ centre: { lat: 90, lon: 12 }, radiusKm }, 9).positions).toHaveLength(3);
    }
  });

  it('sorts ties by rank, wherever the places are', () => {
    // On one parallel, in pairs at the same distance to the west and to the east.
    const pairs = [1, 2, 3].flatMap((step) => [-step, step].map((lon) => ({ lat: 0, lon })));
    const places = inOrder([...pairs, ...pairs]);
    const { positions, distancesKm } = openSpatialIndex(places).nearest(
      { centre: { lat: 0, lon: 0 }, radiusKm: 400 },
      12,
    );
    const ranks = Array.from(positions, (position) => places.rank[position]);
    expect(new Set(distancesKm).size).toBe(3);
    // `inOrder` reverses ranks: the places given at 4, 5, 10 and 11 are the furthest.
    expect(ranks).toEqual([4, 5, 10, 11, 2, 3, 8, 9, 0, 1, 6, 7]);
  });
});
