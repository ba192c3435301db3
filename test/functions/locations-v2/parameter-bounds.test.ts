// First, for the files of streaming handlers use it when they are loaded.
import '../../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as byDeliveryPoint from '../../../functions/locations-v2/find-points-by-delivery-point.ts';
import * as byPostcode from '../../../functions/locations-v2/find-points-by-postcode.ts';
import * as byType from '../../../functions/locations-v2/find-points-by-type.ts';
import * as byWorkCentre from '../../../functions/locations-v2/find-points-by-work-centre.ts';
import * as near from '../../../functions/locations-v2/find-points-near.ts';
import * as byLocationCode from '../../../functions/locations-v2/get-points-by-location-code.ts';
import * as servicesByCode from '../../../functions/locations-v2/get-services-by-code.ts';
import * as services from '../../../functions/locations-v2/list-services.ts';
import { formOf } from '../../../shared/http/query-params.ts';

const complaintsOf = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message);

const ofPoints = { pc: ['AP'], usage_types: ['1,2'], types: ['PO'] };
const readOfPoints = { pc: 'AP', usage_types: new Set(['1', '2']), types: new Set(['PO']) };

describe('the delivery point of getGeoLocationsByDeliveryPointIdUsingGET', () => {
  const { delivery_point_id } = byDeliveryPoint.request.path;

  it.each(['', '0', '004100000', 'abcdefghi', '📮'.repeat(9)])('may be %j', (text) => {
    expect(delivery_point_id.parse(text)).toBe(text);
  });

  it.each(['0041000001', '📮'.repeat(10)])('may not be %j', (text) => {
    expect(complaintsOf(delivery_point_id, text)).toEqual(['must be at most 9 characters long']);
  });

  it('is told to clients as a text of nine characters', () => {
    expect(formOf(delivery_point_id)).toEqual({ type: 'string', maxLength: 9 });
  });
});

it.each([
  ['a postcode', byPostcode.request.path.postcode, 0, 9_999],
  ['a work centre', byWorkCentre.request.path.work_centre_id, 0, 999_999_999],
])('%s is an integer within bounds', (_, schema, least, largest) => {
  expect([schema.parse(String(least)), schema.parse(String(largest))]).toEqual([least, largest]);
  for (const beyond of [least - 1, largest + 1]) {
    expect(complaintsOf(schema, String(beyond))).toEqual([`must be an integer from ${least} to ${largest}`]);
  }
});

it.each([
  ['longitude', near.request.path.longitude, 180],
  ['latitude', near.request.path.latitude, 90],
])('the %s of a place is a number of degrees', (_, schema, largest) => {
  expect([schema.parse(`-${largest}`), schema.parse(`${largest}.0`)]).toEqual([-largest, largest]);
  for (const beyond of [`-${largest}.1`, `${largest}.1`]) {
    expect(complaintsOf(schema, beyond)).toEqual([`must be a decimal number from -${largest} to ${largest}`]);
  }
});

describe('the query of getGeoLocationsUsingGET', () => {
  const { query } = near.request;

  it('is five points within 50 km where nothing is asked', () => {
    expect(query.parse({})).toEqual({ radius: 50, limit: 5 });
  });

  it('has bounds', () => {
    expect(
      query.parse({ ...ofPoints, radius: ['1000'], limit: ['10000'], services: ['0,2147483647'] }),
    ).toEqual({
      ...readOfPoints,
      radius: 1_000,
      limit: 10_000,
      services: new Set([0, 2_147_483_647]),
    });
    expect(query.parse({ radius: ['0'], limit: ['0'] })).toEqual({ radius: 0, limit: 0 });
    expect(complaintsOf(query, { radius: ['1001'], limit: ['10001'], services: ['-1,2147483648'] })).toEqual([
      'must be an integer from 0 to 1000',
      '"-1" is not an integer from 0 to 2147483647',
      '"2147483648" is not an integer from 0 to 2147483647',
      'must be an integer from 0 to 10000',
    ]);
    expect(complaintsOf(query, { radius: ['-1'], limit: ['-1'] })).toHaveLength(2);
  });
});

it('points of several types are narrowed by type, usage type and partner', () => {
  for (const { query } of [byPostcode.request, byWorkCentre.request, byDeliveryPoint.request]) {
    expect(query.parse(ofPoints)).toEqual(readOfPoints);
    expect(query.safeParse({ types: ['XX'] }).success).toBe(false);
  }
});

it('points of one type or one code are narrowed by usage type and partner alone', () => {
  const { types: _, ...read } = readOfPoints;
  for (const { query } of [byType.request, byLocationCode.request]) {
    expect(query.parse({ ...ofPoints, types: ['XX'] })).toEqual(read);
  }
  expect(byType.request.path.points_type.parse('UPL')).toBe('UPL');
  expect(byType.request.path.points_type.safeParse('upl').success).toBe(false);
  expect(byLocationCode.request.path.location_code.parse('any, code')).toBe('any, code');
});

it('services are asked for by codes, and of a partner', () => {
  const { service_codes } = servicesByCode.request.path;
  expect(service_codes.parse('2147483647,0,0')).toEqual(new Set([2_147_483_647, 0]));
  expect(complaintsOf(service_codes, '2147483648')).toEqual([
    '"2147483648" is not an integer from 0 to 2147483647',
  ]);
  for (const { query } of [servicesByCode.request, services.request]) {
    expect(query.parse({ pc: ['AP'] })).toEqual({ pc: 'AP' });
    expect(query.safeParse({ pc: ['AP', 'AP'] }).success).toBe(false);
  }
});
