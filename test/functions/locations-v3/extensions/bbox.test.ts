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
import { postOffice } from '../../../support/networks/network-records.ts';
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

it.each<[what: string, place: readonly [lat: number, lon: number], box: number[], isInside: boolean]>([
  ['-180 inside 170 to 180', [0, -180], [170, -1, 180, 1], true],
  ['180 inside -180 to -170', [0, 180], [-180, -1, -170, 1], true],
  ['-180 inside a box that crosses it', [0, -180], [170, -1, -170, 1], true],
  ['180 outside a box that ends before it', [0, 180], [170, -1, 179, 1], false],
  ['180 in a box that is only the meridian', [0, 180], [180, -1, -180, 1], true],
  ['-180 in a box that is only the meridian', [0, -180], [180, -1, -180, 1], true],
  ['0 outside a box that is only the meridian', [0, 0], [180, -1, -180, 1], false],
  ['0 in a box of all longitudes', [0, 0], [-180, -1, 180, 1], true],
  ['on a line', [0, 10], [10, -1, 10, 1], true],
  ['beside a line', [0, 10.000_001], [10, -1, 10, 1], false],
  ['at a single point', [-37.5, 145.25], [145.25, -37.5, 145.25, -37.5], true],
  ['at a corner', [-37.5, 145.25], [145.25, -37.5, 146, -37], true],
  ['above the northern edge', [-36.999, 145.25], [145.25, -37.5, 146, -37], false],
  ['at a pole, with the stored longitude inside the box', [-90, 20], [10, -90, 30, -80], true],
  ['at a pole, with the stored longitude outside the box', [-90, 40], [10, -90, 30, -80], false],
])('checks the edges: %s', (_what, [lat, lon], [west = 0, south = 0, east = 0, north = 0], isInside) => {
  const catalogue = catalogueInMemory('1', [postOffice(1, { coordinates: { lat, lon } })], []);
  expect(idsIn(catalogue, { west, south, east, north })).toHaveLength(isInside ? 1 : 0);
});
