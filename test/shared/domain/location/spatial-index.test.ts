import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../../../shared/domain/location/great-circle.ts';
import { matchesLocationFilter } from '../../../../shared/domain/location/location-filter.ts';
import { nearestWithin } from '../../../../shared/domain/location/nearest.ts';
import { buildSpatialIndex } from '../../../../shared/domain/location/spatial-index.ts';
import { allNeighbours, distinct } from './brute-force.ts';
import { filters, networks, positions, radii } from './random-network.ts';

const codes = (locations: readonly { readonly locationCode: string }[]) =>
  locations.map(({ locationCode }) => locationCode);

// Networks this small a catalogue searches without its index, which has to be right on all of the earth.
describe('the spatial index', () => {
  it('misses nothing of an area anywhere on earth, and adds little (B11, B12)', async () => {
    await fc.assert(
      fc.property(networks, positions, radii, (network, centre, radiusKm) => {
        const all = distinct(network);
        const found = buildSpatialIndex(all).near({ centre, radiusKm });
        const within = (reachKm: number) =>
          codes(all.filter(({ coordinates }) => greatCircleKm(centre, coordinates) <= reachKm));
        expect(codes(found)).toEqual(expect.arrayContaining(within(radiusKm)));
        expect(within(radiusKm + 0.01)).toEqual(expect.arrayContaining(codes(found)));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('misses nothing on the very rim of an area', async () => {
    await fc.assert(
      fc.property(networks, positions, (network, centre) => {
        const index = buildSpatialIndex(network);
        for (const location of network) {
          const radiusKm = greatCircleKm(centre, location.coordinates);
          expect(index.near({ centre, radiusKm })).toContain(location);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds what lies at the very centre with radius 0, however the place is named (B13)', async () => {
    await fc.assert(
      fc.property(networks, (network) => {
        const index = buildSpatialIndex(network);
        for (const location of network) {
          const { lat, lon } = location.coordinates;
          const otherName = { lat, lon: Math.abs(lon) === 180 ? -lon : lon };
          for (const centre of [location.coordinates, otherName])
            expect(index.near({ centre, radiusKm: 0 })).toContain(location);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('nearestWithin finds what a look at every location finds, in the same order', async () => {
  await fc.assert(
    fc.property(networks, positions, radii, filters, fc.nat({ max: 130 }), (...query) => {
      const [network, centre, radiusKm, filter, limit] = query;
      const all = distinct(network);
      const accepts = (location: (typeof all)[number]) => matchesLocationFilter(location, filter);
      const expected = allNeighbours(all, { centre, radiusKm }).filter(({ location }) => accepts(location));
      expect(nearestWithin(buildSpatialIndex(all), { centre, radiusKm }, accepts, limit)).toEqual(
        expected.slice(0, limit),
      );
    }),
    { numRuns: 1000 },
  );
});
