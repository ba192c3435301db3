import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Coordinates } from '../../../shared/domain/location/location.ts';
import { greatCircleKm } from '../../../shared/spatial/index.ts';
import { place } from './places.ts';

const vectorOf = ({ lat, lon }: Coordinates) => {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
};

/** Computes the distance with another formula: the angle between two vectors from the centre of the earth. */
const byVectors = (from: Coordinates, to: Coordinates) => {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return 6371 * Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
};

it('greatCircleKm matches the angle between vectors to the metre, is symmetric, and is 0 to the same place (B13)', async () => {
  await fc.assert(
    fc.property(place, place, (from, to) => {
      expect(Math.abs(greatCircleKm(from, to) - byVectors(from, to))).toBeLessThan(0.001);
      expect(greatCircleKm(from, to)).toBe(greatCircleKm(to, from));
      expect(greatCircleKm(from, from)).toBe(0);
    }),
    { numRuns: 2000 },
  );
});

it('greatCircleKm is 0 between longitudes 180 and -180, and between any two longitudes at a pole (B12)', () => {
  expect(greatCircleKm({ lat: -17, lon: 180 }, { lat: -17, lon: -180 })).toBe(0);
  expect(greatCircleKm({ lat: 90, lon: 12 }, { lat: 90, lon: -133.7 })).toBe(0);
  expect(greatCircleKm({ lat: -90, lon: 12 }, { lat: -90, lon: 99 })).toBe(0);
});
