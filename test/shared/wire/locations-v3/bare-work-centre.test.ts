import { describe, expect, it } from 'vitest';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { toBareWorkCentre } from '../../../../shared/wire/locations-v3/bare-work-centre.ts';
import { recordOf } from '../../../support/fixture/fixture-oracle.ts';

const outlet = locationRecord.parse(recordOf('900030_PO'));

const directionsOf = (location: Location) =>
  toBareWorkCentre(location).location.addresses.map(({ attributes }) => attributes.directions);

it('shows the own directions of an address rather than those of the location', () => {
  expect(directionsOf({ ...outlet, directions: 'Up the stairs' })).toEqual([
    'Behind the school',
    undefined,
    undefined,
  ]);
});

it('shows the directions of a location with its principal address only', () => {
  const [first, ...rest] = outlet.addresses.map(({ directions: _, ...address }) => address);
  if (first === undefined) throw new Error('the outlet has addresses');
  expect(directionsOf({ ...outlet, addresses: [first, ...rest], directions: 'Up the stairs' })).toEqual([
    'Up the stairs',
    undefined,
    undefined,
  ]);
});

describe('the addresses of a work centre', () => {
  const street = (line: string) => ({ type: 'STREET_ADDRESS', address_line_1: line });
  const other = (type: string) => ({ type, address_line_1: type });
  const shown = (record: object) =>
    toBareWorkCentre(locationRecord.parse({ ...recordOf('900030_PO'), ...record })).location.addresses;

  it('begin with the first street address, then follow the order of the file', () => {
    const addresses = [other('PARCEL_COLLECT'), street('1'), other('COLLECTION_POINT'), street('2')];
    expect(shown({ addresses }).map(({ attributes }) => attributes.address_line_1)).toEqual([
      '1',
      'PARCEL_COLLECT',
      'COLLECTION_POINT',
      '2',
    ]);
  });

  it('follow the order of the file without a street address', () => {
    const addresses = [other('PARCEL_COLLECT'), other('COLLECTION_POINT')];
    expect(shown({ addresses }).map(({ type }) => type)).toEqual(['PARCEL_COLLECT', 'COLLECTION_POINT']);
  });

  it('show the id of the location at the principal address if that has none of its own', () => {
    const addresses = [other('PARCEL_COLLECT'), street('1')];
    const dpids = (record: object) =>
      shown({ addresses, ...record }).map(({ attributes }) => attributes.dpid);
    expect(dpids({ delivery_point_id: 77 })).toEqual(['77', '']);
    expect(dpids({ delivery_point_id: undefined })).toEqual(['', '']);
    expect(
      dpids({ delivery_point_id: 77, addresses: [{ ...street('1'), delivery_point_id: 'A1' }] }),
    ).toEqual(['A1']);
  });
});
