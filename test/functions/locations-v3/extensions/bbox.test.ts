import { expect, it } from 'vitest';
import { rowsInBox } from '../../../../functions/locations-v3/extensions/bbox.ts';
import { catalogueInMemory } from '../../../../shared/domain/location/catalogue/catalogue.ts';
import { postOffice } from '../../../support/networks/network-records.ts';

const longitudes = [-180, -179, 0, 179, 180];
const offices = longitudes.map((lon, index) => postOffice(index, { coordinates: { lat: -17, lon } }));
const catalogue = catalogueInMemory('1', offices, []);

it.each([
  [170, 180, [-180, 179, 180]],
  [-180, -170, [-180, -179, 180]],
  [170, -170, [-180, -179, 179, 180]],
  [180, -180, [-180, 180]],
  [180, 180, [-180, 180]],
  [0, 179, [0, 179]],
])(
  'the box from longitude %i to %i contains the places at %j, on either side of the antimeridian',
  (west, east, expected) => {
    const selections = [rowsInBox({ bbox: { west, east, south: -17, north: -17 } })].flatMap(
      (each) => each ?? [],
    );
    const { total, page } = catalogue.search({ filter: {}, selections, offset: 0, size: 9 });
    expect([...page].map(({ location }) => location.coordinates.lon)).toEqual(expected);
    expect(total).toBe(expected.length);
  },
);
