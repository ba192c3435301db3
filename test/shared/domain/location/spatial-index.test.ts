import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Location } from '../../../../shared/domain/location/location.ts';
import type { SearchArea } from '../../../../shared/domain/location/location-catalogue.ts';
import type { CoordinateColumns } from '../../../../shared/domain/location/location-columns.ts';
import { matchesLocationFilter } from '../../../../shared/domain/location/location-filter.ts';
import { nearestWithin } from '../../../../shared/domain/location/nearest.ts';
import { neighboursAmong } from '../../../../shared/domain/location/neighbours.ts';
import {
  buildSpatialTree,
  openSpatialIndex,
  UnreadableSpatialTree,
} from '../../../../shared/domain/location/spatial-index.ts';
import { greatCircleKm } from '../../../../shared/spatial/great-circle.ts';
import { postOffice } from '../../../support/network-records.ts';
import { allNeighbours, distinct } from './brute-force.ts';
import { limits, networks, positions, radii, sparingFilters } from './random-network.ts';

const coordinatesOf = (network: readonly Location[]): CoordinateColumns => ({
  lat: Float64Array.from(network, ({ coordinates }) => coordinates.lat),
  lon: Float64Array.from(network, ({ coordinates }) => coordinates.lon),
});

const indexOf = (network: readonly Location[]) =>
  openSpatialIndex(buildSpatialTree(coordinatesOf(network)), network.length);

// Networks this small a catalogue searches without its index, which has to be right on all of the earth.
describe('the spatial index', () => {
  it('misses nothing of an area anywhere on earth, and adds little (B11, B12)', async () => {
    await fc.assert(
      fc.property(networks, positions, radii, (network, centre, radiusKm) => {
        const found = Array.from(indexOf(network).near({ centre, radiusKm }));
        const within = (reachKm: number) =>
          network.flatMap(({ coordinates }, row) =>
            greatCircleKm(centre, coordinates) <= reachKm ? [row] : [],
          );
        expect(found).toEqual(expect.arrayContaining(within(radiusKm)));
        expect(within(radiusKm + 0.01)).toEqual(expect.arrayContaining(found));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('misses nothing on the very rim of an area', async () => {
    await fc.assert(
      fc.property(networks, positions, (network, centre) => {
        const index = indexOf(network);
        for (const [row, { coordinates }] of network.entries()) {
          const radiusKm = greatCircleKm(centre, coordinates);
          expect(Array.from(index.near({ centre, radiusKm }))).toContain(row);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds what lies at the very centre with radius 0, however the place is named (B13)', async () => {
    await fc.assert(
      fc.property(networks, (network) => {
        const index = indexOf(network);
        for (const [row, { coordinates }] of network.entries()) {
          const { lat, lon } = coordinates;
          const otherName = { lat, lon: Math.abs(lon) === 180 ? -lon : lon };
          for (const centre of [coordinates, otherName])
            expect(Array.from(index.near({ centre, radiusKm: 0 }))).toContain(row);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a stored tree', () => {
  const network = Array.from({ length: 20 }, (_, index) => ({ lat: index, lon: index }));
  const bytes = buildSpatialTree({
    lat: Float64Array.from(network, ({ lat }) => lat),
    lon: Float64Array.from(network, ({ lon }) => lon),
  });

  it.each([
    ['another number of rows', bytes, 19, 'the tree is of 20 rows instead of 19'],
    ['bytes that end early', bytes.slice(0, -10), 20, 'the tree cannot be read'],
    ['no bytes', new Uint8Array(), 20, 'the tree cannot be read'],
    ['other bytes', new Uint8Array(bytes.length), 20, 'the tree cannot be read'],
  ])('of %s is refused', (_fault, stored, rows, message) => {
    expect(() => openSpatialIndex(stored, rows)).toThrow(UnreadableSpatialTree);
    expect(() => openSpatialIndex(stored, rows)).toThrow(
      expect.objectContaining({ name: 'UnreadableSpatialTree', message }),
    );
  });

  it('says what made it unreadable', () => {
    expect(() => openSpatialIndex(new Uint8Array(), 20)).toThrow(
      expect.objectContaining({ cause: expect.any(Error) }),
    );
  });

  it('is read from within a larger buffer, where it need not begin', () => {
    const larger = new Uint8Array(bytes.length + 24);
    larger.set(bytes, 8);
    const index = openSpatialIndex(larger.subarray(8, 8 + bytes.length), 20);
    expect(Array.from(index.near({ centre: { lat: 3, lon: 3 }, radiusKm: 1 }))).toEqual([3]);
  });
});

it('nearestWithin finds what a look at every location finds, in the same order', async () => {
  await fc.assert(
    fc.property(networks, positions, radii, sparingFilters, limits, (...query) => {
      const [network, centre, radiusKm, filter, limit] = query;
      const all = distinct(network);
      const accepts = (row: number) => matchesLocationFilter(all[row] ?? postOffice(0), filter);
      const expected = allNeighbours(all, { centre, radiusKm })
        .filter(({ body }) => matchesLocationFilter(body, filter))
        .map(({ body, distanceKm }) => ({ row: all.indexOf(body), distanceKm }));
      const index = indexOf(all);
      const within = (area: SearchArea) =>
        neighboursAmong(index.near(area), coordinatesOf(all), area, accepts);
      expect(nearestWithin(within, { centre, radiusKm }, limit)).toEqual(expected.slice(0, limit));
    }),
    { numRuns: 1000 },
  );
});
