import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  greatCircleKm,
  halfCircumferenceKm,
  openSpatialIndex,
  type Place,
} from '../../../shared/spatial/index.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';
import { area, indexAndBruteForce, inOrder, listed, place } from './places.ts';

const runs = { numRuns: 50 };
const sydney: Place = { lat: -33.8688, lon: 151.2093 };

const placesBetween = (south: number, north: number, lons: fc.Arbitrary<number>) =>
  fc.array(fc.record({ lat: evenlyBetween(south, north), lon: lons }), { minLength: 1, maxLength: 150 });
const limits = fc.constantFrom(1, 5, 40, 1_000);
const radii = fc.oneof(fc.constantFrom(0.5, 50, 500), evenlyBetween(0, 300));

/** Compares both results of the index with brute force. */
const expectRight = (network: readonly Place[], centre: Place, radiusKm: number, limit: number) => {
  const { index, nearest, count } = indexAndBruteForce(inOrder(network));
  const within = { centre, radiusKm };
  expect(listed(index.nearest(within, limit))).toEqual(nearest(within, limit));
  expect(index.count(within)).toBe(count(within));
};

describe('the spatial index, in cases that break indexes', () => {
  it.each([
    ['the north pole', 89.5, 90],
    ['the south pole', -90, -89.5],
  ])('finds across %s, whatever the longitudes', async (_pole, south, north) => {
    const polar = placesBetween(south, north, evenlyBetween(-180, 180));
    await fc.assert(
      fc.property(polar, polar, radii, limits, (network, [centre = sydney], radiusKm, limit) => {
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

  it('finds across the antimeridian, from both sides', async () => {
    const lons = fc.oneof(evenlyBetween(179, 180), evenlyBetween(-180, -179), fc.constantFrom(180, -180));
    const networks = placesBetween(-18, -16, lons);
    await fc.assert(
      fc.property(networks, networks, radii, limits, (network, [centre = sydney], radiusKm, limit) => {
        expectRight(network, centre, radiusKm, limit);
      }),
      runs,
    );
  });

  it('treats longitudes 180 and -180 as one', () => {
    const fiji = [180, -180, 179.9, -179.9].map((lon) => ({ lat: -17, lon }));
    const index = openSpatialIndex(inOrder(fiji));
    for (const lon of [180, -180]) expect(index.count({ centre: { lat: -17, lon }, radiusKm: 0 })).toBe(2);
    expect(index.count({ centre: { lat: -17, lon: 179.9 }, radiusKm: 22 })).toBe(4);
  });

  it('finds exactly the places at the centre within radius 0', async () => {
    await fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 150 }), fc.nat(), (network, number) => {
        const centre = network[number % network.length] ?? sydney;
        const there = network.filter((each) => greatCircleKm(centre, each) === 0).length;
        const index = openSpatialIndex(inOrder(network));
        expect(there).toBeGreaterThan(0);
        expect(index.count({ centre, radiusKm: 0 })).toBe(there);
        const { distancesKm } = index.nearest({ centre, radiusKm: 0 }, network.length);
        expect([...distancesKm]).toEqual(Array(there).fill(0));
      }),
      runs,
    );
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

  it.each([0, -1])('finds nothing with limit %d, and the total does not change', async (limit) => {
    await fc.assert(
      fc.property(fc.array(place, { maxLength: 100 }), area, (network, within) => {
        const { index, count } = indexAndBruteForce(inOrder(network));
        expect(index.nearest(within, limit).positions).toHaveLength(0);
        expect(index.count(within)).toBe(count(within));
      }),
      runs,
    );
  });

  it('finds all duplicates, by rank', async () => {
    const copies = fc.tuple(fc.array(place, { minLength: 1, maxLength: 4 }), fc.integer({ min: 2, max: 60 }));
    await fc.assert(
      fc.property(copies, fc.boolean(), limits, ([few, times], isNear, limit) => {
        const network = Array.from({ length: times }, () => few).flat();
        expectRight(network, few[0] ?? sydney, isNear ? 0 : halfCircumferenceKm, limit);
      }),
      runs,
    );
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

  it('returns the lowest ranks if the limit cuts through a tie', () => {
    const places = inOrder(
      Array.from({ length: 200 }, (_, number) => ({ lat: 0, lon: number % 2 === 0 ? 1 : -1 })),
    );
    const { positions } = openSpatialIndex(places).nearest({ centre: { lat: 0, lon: 0 }, radiusKm: 200 }, 7);
    expect(Array.from(positions, (position) => places.rank[position])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('finds places that are all within a few metres, from inside and outside', async () => {
    const cell = placesBetween(-37.8001, -37.8, evenlyBetween(144.9, 144.9001));
    const centres = fc.record({ lat: evenlyBetween(-37.81, -37.79), lon: evenlyBetween(144.89, 144.91) });
    await fc.assert(fc.property(cell, centres, evenlyBetween(0, 2), limits, expectRight), runs);
  });
});
