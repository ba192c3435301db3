// Imported first, because streaming handlers need it when they load.
import '../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { requestSchemas } from '../../infra/openapi/openapi-documents.ts';
import { locationsV2 } from '../../infra/routes/locations-v2.ts';
import { locationsV3 } from '../../infra/routes/locations-v3.ts';
import type { RequestSchema } from '../../shared/http/request.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport, fixtureVersion } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';

const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });

type Query = Readonly<Record<string, string>>;

interface SampleRequest {
  /** Values of the path parameters. */
  readonly at?: Query;
  /** Query parameters of every request. */
  readonly always?: Query;
  /** Values of query parameters that change the response. */
  readonly values: Query;
  /** Parameters in `always` that are omitted when another parameter is sent, by that parameter. */
  readonly replaced?: Readonly<Record<string, readonly string[]>>;
}

const onPoints = { pc: 'XX', usage_types: '2' };
const onPointsOfTypes = { ...onPoints, types: 'DC' };
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const melbourne = { lat: '-37.8136', lon: '144.9631' };

/** Requests for the fixture's network by operation id. */
const requests: Readonly<Record<string, SampleRequest>> = {
  getGeoLocationsByPostCodeUsingGET: { at: { postcode: '3000' }, values: onPointsOfTypes },
  getGeoLocationsByWcidUsingGET: { at: { work_centre_id: '200000' }, values: onPointsOfTypes },
  getGeoLocationsByDeliveryPointIdUsingGET: {
    at: { delivery_point_id: '41000002' },
    values: onPointsOfTypes,
  },
  getPointsByLocationCodeUsingGET: { at: { location_code: '900030_UPL' }, values: onPoints },
  getPointsByTypeUsingGET: { at: { points_type: 'UPL' }, values: onPoints },
  getGeoLocationsUsingGET: {
    at: { longitude: melbourne.lon, latitude: melbourne.lat },
    always: { limit: '10000' },
    values: { ...onPointsOfTypes, radius: '1', services: '7', limit: '1' },
  },
  getServicesUsingGET: { values: { pc: 'XX' } },
  getServicesByServiceCodesUsingGET: { at: { service_codes: '1,2' }, values: { pc: 'XX' } },
  getWorkCentres: {
    always: { ...melbourne, radius: '1000', parcel: '300x200x100' },
    values: {
      offset: '1',
      size: '1',
      type: 'UPL',
      lat: '-33.8688',
      lon: '151.2093',
      radius: '1',
      'location[addresses.attributes.postcode]': '3006',
      'location[addresses.attributes.dpid]': '30000100',
      'attribute[work_centre_id]': '200001',
      'attribute[access_restriction_code]': 'RD',
      'attribute[location_type_code]': 'HN',
      'attribute[operational_capabilities.id]': 'PASSPORT',
      accepting: 'true',
      'location[addresses.type]': 'PARCEL_COLLECT',
      'location[addresses.type:all]': 'COLLECTION_POINT',
      near: 'Tanami NT',
      q: 'rim road',
      parcel: '10000x1x1',
      id: '900040_PO',
    },
    replaced: { near: ['lat', 'lon'] },
  },
  getWorkCentreByID: {
    at: { id: '900030_PO' },
    always: { fields: '*,opening,parcel_limits' },
    values: { open_at: tomorrow },
  },
  exportWorkCentres: {
    always: { format: 'changes' },
    values: { format: 'csv', since: fixtureVersion, redirect: 'false' },
  },
  getOperationalCapabilities: { values: { offset: '1', size: '1' } },
  getPlaces: { always: { q: 'n' }, values: { q: 'norfolk', size: '1' } },
};

const parametersOf = ({ query }: RequestSchema): readonly string[] =>
  query instanceof z.core.$ZodObject ? Object.keys(query._zod.def.shape) : [];

const exampleOf = (operationId: string, name: string): string => {
  const { query } = requestSchemas.get(operationId) ?? {};
  const schema = query instanceof z.core.$ZodObject ? query._zod.def.shape[name] : undefined;
  return String(schema && z.globalRegistry.get(schema)?.examples?.[0]);
};

const pathWith = (path: string, at: Query): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));

const responseTo = async (path: string, query: Query) => {
  const { status, headers, body } = await target.send({ path: `${path}?${new URLSearchParams(query)}` });
  return { status, location: headers.location, body };
};

describe.each([...locationsV2, ...locationsV3])('$operationId', ({ operationId, path: template }) => {
  const { at = {}, always = {}, values, replaced = {} } = requests[operationId] ?? { values: {} };
  const path = pathWith(template, at);
  const parameters = parametersOf(requestSchemas.get(operationId) ?? {});

  // Two errors always differ, because each has its own id.
  it('succeeds without optional parameters', async () => {
    const { status, body } = await responseTo(path, always);
    expect(status, body).toBeLessThan(400);
  });

  it.each(parameters)('returns a different response with %s', async (name) => {
    const without = await responseTo(path, always);
    const response = await responseTo(path, {
      ...Object.fromEntries(Object.entries(always).filter(([each]) => !replaced[name]?.includes(each))),
      [name]: values[name] ?? exampleOf(operationId, name),
    });
    expect(response.status, response.body).toBeLessThan(400);
    expect(response).not.toEqual(without);
  });
});
