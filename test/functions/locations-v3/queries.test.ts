// First, for the files of streaming handlers use it when they are loaded.
import '../../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serviceCodeText } from '../../../functions/locations-v2/services.ts';
import { request as exportRequest } from '../../../functions/locations-v3/export-work-centres.ts';
import { listWorkCentres, request } from '../../../functions/locations-v3/list-work-centres.ts';
import type { SearchRequest } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { fixtureCatalogue } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const workCentreQuery = request.query;
const downloadQuery = exportRequest.query;

const complaints = (schema: z.core.$ZodType, query: object) =>
  z.safeParse(schema, query).error?.issues.map(({ path, message }) => [...path, message].join(': '));

const catalogue = fixtureCatalogue();
/** Calls getWorkCentres, and returns the search that it makes of the catalogue. */
const searchOf = async (query: Readonly<Record<string, readonly string[]>>) => {
  const searches: SearchRequest[] = [];
  const search = (made: SearchRequest) => {
    searches.push(made);
    return { total: 0, page: [] };
  };
  const handler = listWorkCentres({ current: async () => ({ ...catalogue, search }) });
  const text = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  const path = '/locations/v3/workcentres';
  await runStreaming(handler, gatewayEventOf({ path: `${path}?${text.join('&')}` }, path, {}));
  return searches[0];
};

describe('the query of getWorkCentres', () => {
  it('has a first page of 20 and a radius of 50 km where nothing is asked', () => {
    expect(workCentreQuery.parse({})).toEqual({ offset: 0, size: 20, radius: 50 });
  });

  it.each([
    [
      { size: ['0'], offset: ['2147483647'] },
      { size: 0, offset: 2_147_483_647, radius: 50 },
    ],
    [{ size: ['100'] }, { size: 100, offset: 0, radius: 50 }],
    [
      { lat: ['-90'], lon: ['180'] },
      { size: 20, offset: 0, radius: 50, lat: -90, lon: 180 },
    ],
  ])('B01 B03 reads %j', (query, expected) => {
    expect(workCentreQuery.parse(query)).toEqual(expected);
  });

  it.each([
    [{ size: ['101'] }, ['size: must be an integer from 0 to 100']],
    [{ offset: ['2147483648'] }, ['offset: must be an integer from 0 to 2147483647']],
    [{ lat: ['1'], lon: ['1'], radius: ['1001'] }, ['radius: must be an integer from 0 to 1000']],
    [
      { lat: ['x'], radius: ['y'] },
      [
        'lat: must be a decimal number from -90 to 90',
        'radius: must be an integer from 0 to 1000',
        'lon: is required when lat is given',
      ],
    ],
    [{ radius: ['1', '2'] }, ['radius: must not be repeated']],
    [{ radius: ['x'], size: ['y'] }, ['size: must be an integer from 0 to 100']],
    [{ lat: ['90.1'], lon: ['0'] }, ['lat: must be a decimal number from -90 to 90']],
    [{ lat: ['0'], lon: ['-180.1'] }, ['lon: must be a decimal number from -180 to 180']],
    [{ lat: ['1'] }, ['lon: is required when lat is given']],
    [{ lon: ['1'] }, ['lat: is required when lon is given']],
    [{ lat: ['1'], lon: [''] }, ['lon: is required when lat is given']],
    [{ lat: [''], lon: ['1'] }, ['lat: is required when lon is given']],
    [{ lat: ['x'], lon: ['1'] }, ['lat: must be a decimal number from -90 to 90']],
    [{ lat: ['x'] }, ['lat: must be a decimal number from -90 to 90', 'lon: is required when lat is given']],
    [{ lat: ['', ''], lon: ['1'] }, ['lat: must not be repeated', 'lat: is required when lon is given']],
    [
      { lat: ['1'], size: ['x'] },
      ['size: must be an integer from 0 to 100', 'lon: is required when lat is given'],
    ],
    [
      { 'location[addresses.attributes.postcode]': ['300'] },
      ['location[addresses.attributes.postcode]: must be four digits'],
    ],
  ])('B01 B10 B14 of %j complains %j', (query, expected) => {
    expect(complaints(workCentreQuery, query)).toEqual(expected);
  });

  it('B10 takes a search point that is empty as none', async () => {
    const empty: Parameters<typeof searchOf>[0][] = [
      { lat: [''], lon: [''] },
      { lat: [''] },
      { lon: [''] },
      {},
    ];
    for (const query of empty) expect(await searchOf(query)).toEqual({ filter: {}, offset: 0, size: 20 });
  });

  it.each(['0', '7', '1001', '-1', '50.5', 'abc', ' ', ''])(
    'B15 ignores the radius %j without a search point',
    (radius) => {
      for (const query of [{}, { lat: [''], lon: [''] }]) {
        expect(workCentreQuery.parse({ ...query, radius: [radius] })).toEqual(workCentreQuery.parse({}));
      }
    },
  );

  it('searches around its search point, within its radius', async () => {
    const area = (lat: number, lon: number) => ({ centre: { lat, lon }, radiusKm: 7 });
    expect(await searchOf({ lat: ['-37.8'], lon: ['144.9'], radius: ['7'] })).toMatchObject({
      area: area(-37.8, 144.9),
    });
    expect(await searchOf({ lat: ['0'], lon: ['0'], radius: ['7'] })).toMatchObject({ area: area(0, 0) });
  });

  it.each([
    [{ type: ['PO,DC'] }, { types: new Set(['PO', 'DC']) }],
    [{ 'location[addresses.attributes.postcode]': ['0800'] }, { postcodes: new Set(['0800']) }],
    [{ 'location[addresses.attributes.dpid]': ['1, 2'] }, { deliveryPointIds: new Set(['1', '2', '1, 2']) }],
    [{ 'attribute[work_centre_id]': ['7'] }, { workCentreIds: new Set(['7']) }],
    [{ 'attribute[access_restriction_code]': ['AL'] }, { accessRestrictionCodes: new Set(['AL']) }],
    [{ 'attribute[location_type_code]': ['HN'] }, { locationTypeCodes: new Set(['HN']) }],
    [{ 'attribute[operational_capabilities.id]': ['PASSPORT'] }, { serviceCodes: new Set([3, 4]) }],
    [{ 'location[addresses.type]': ['A', 'B,C'] }, { anyAddressTypes: new Set(['A', 'B', 'C']) }],
    [{ 'location[addresses.type:all]': ['A', 'B'] }, { allAddressTypes: new Set(['A', 'B']) }],
  ])('filters by %j with %o', async (query, filter) => {
    expect((await searchOf(query))?.filter).toEqual(filter);
  });
});

describe('the query of exportWorkCentres', () => {
  const since = '20261121T005810123Z-4f2a9c';

  it('is for a redirect to JSON by default', () => {
    const redirect = 'true';
    expect(downloadQuery.parse({})).toEqual({ format: 'json', redirect });
    expect(downloadQuery.parse({ format: ['csv'] })).toEqual({ format: 'csv', redirect });
    expect(downloadQuery.parse({ format: ['changes'], since: [since] })).toEqual({
      format: 'changes',
      since,
      redirect,
    });
    expect(downloadQuery.parse({ redirect: ['false'] })).toEqual({ format: 'json', redirect: 'false' });
  });

  it.each([
    [
      { format: ['changes'], since: ['yesterday'] },
      ['since: must be a version from the waypost-catalogue-version header'],
    ],
    [{ since: [since] }, ['since: is allowed only with format=changes']],
    [{ format: ['csv'], since: [since] }, ['since: is allowed only with format=changes']],
  ])('of %j complains %j', (query, expected) => {
    expect(complaints(downloadQuery, query)).toEqual(expected);
  });
});

it('a service code of locations v2 is an int32 that is not negative', () => {
  expect(['0', '2147483647'].map((text) => serviceCodeText.parse(text))).toEqual([0, 2_147_483_647]);
  for (const text of ['-1', '2147483648', 'x'])
    expect(serviceCodeText.safeParse(text).error?.issues[0]?.message).toBe(
      'must be an integer from 0 to 2147483647',
    );
});
