import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BoundingBox, rowsInBox } from '../../../../functions/locations-v3/extensions/bbox.ts';
import { catalogueInMemory } from '../../../../shared/domain/location/catalogue/catalogue.ts';
import type { Coordinates } from '../../../../shared/domain/location/location.ts';
import { distinct } from '../../../shared/domain/location/catalogue/brute-force.ts';
import {
  networks,
  positions,
  sparingFilters,
} from '../../../shared/domain/location/catalogue/random-network.ts';
import { isInBox } from '../../../support/fixture/fixture-oracle.ts';
import { matchesLocationFilter } from '../../../support/oracles/matches-location-filter.ts';

const idsIn = (catalogue: ReturnType<typeof catalogueInMemory>, bbox: BoundingBox, filter = {}) => {
  const selections = [rowsInBox({ bbox })].flatMap((each) => each ?? []);
  const { total, page } = catalogue.search({ filter, selections, offset: 0, size: 1000 });
  const ids = [...page].map(({ location }) => location.locationCode);
  expect(total).toBe(ids.length);
  return ids;
};

const edges = ({ west, south, east, north }: BoundingBox) => [west, south, east, north];

/** Generates boxes whose edges are at locations in the network, at special longitudes, or anywhere. */
const boxAround = (places: readonly Coordinates[]): fc.Arbitrary<BoundingBox> => {
  const corner = places.length > 0 ? fc.oneof(fc.constantFrom(...places), positions) : positions;
  const longitude = (lon: number) => fc.constantFrom(lon, lon, lon, 180, -180, 170, -170);
  return fc
    .tuple(corner, corner)
    .chain(([one, other]) =>
      fc.tuple(longitude(one.lon), longitude(other.lon), fc.constant([one.lat, other.lat])),
    )
    .map(([west, east, lats]) => ({
      west: west + 0,
      east: east + 0,
      south: Math.min(...lats) + 0,
      north: Math.max(...lats) + 0,
    }));
};

it('finds the same locations as a check of every location, even across the antimeridian and at the poles', async () => {
  const cases = networks.chain((network) =>
    fc.tuple(
      fc.constant(network),
      sparingFilters,
      fc.array(boxAround(network.map(({ coordinates }) => coordinates)), { minLength: 10, maxLength: 10 }),
    ),
  );
  await fc.assert(
    fc.property(cases, ([network, filter, boxes]) => {
      const catalogue = catalogueInMemory('1', network, []);
      for (const box of boxes) {
        const expected = distinct(network).filter(
          (location) => isInBox(location.coordinates, edges(box)) && matchesLocationFilter(location, filter),
        );
        expect(idsIn(catalogue, box, filter)).toEqual(expected.map(({ locationCode }) => locationCode));
      }
    }),
    { numRuns: 200 },
  );
});
