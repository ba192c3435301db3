import { expect, it } from 'vitest';
import { locationRecord } from '../../../../shared/domain/location/importing/location-record.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { toBareWorkCentre } from '../../../../shared/wire/locations-v3/bare-work-centre.ts';
import { recordOf } from '../../../support/fixture/fixture-oracle.ts';

const outlet = locationRecord.parse(recordOf('900030_PO'));

const directionsOf = (location: Location) =>
  toBareWorkCentre(location).location.addresses.map(({ attributes }) => attributes.directions);

it('an address has its own directions, whatever those of the location are', () => {
  expect(directionsOf({ ...outlet, directions: 'Up the stairs' })).toEqual([
    undefined,
    'Behind the school',
    undefined,
  ]);
});

it('the directions of a location stand with its principal address alone', () => {
  const [first, ...rest] = outlet.addresses.map(({ directions: _, ...address }) => address);
  if (first === undefined) throw new Error('the outlet has addresses');
  expect(directionsOf({ ...outlet, addresses: [first, ...rest], directions: 'Up the stairs' })).toEqual([
    undefined,
    'Up the stairs',
    undefined,
  ]);
});
