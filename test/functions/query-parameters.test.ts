// First, for the files of streaming handlers ask for it when they are loaded.
import '../support/streaming-runtime.ts';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { locationsV2 } from '../../infra/openapi/locations-v2.ts';
import { locationsV3 } from '../../infra/openapi/locations-v3.ts';
import type { RequestSchema } from '../../shared/http/request.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport, fixtureVersion } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';

const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });

type Query = Readonly<Record<string, string>>;

interface Asked {
  /** Values of the parameters in its path. */
  readonly at?: Query;
  /** What is asked besides, with each parameter and without. */
  readonly besides?: Query;
  /** For each parameter of the operation, a value that changes the answer. */
  readonly values: Query;
}

const onPoints = { pc: 'XX', usage_types: '2' };
const onPointsOfTypes = { ...onPoints, types: 'DC' };
const melbourne = { lat: '-37.8136', lon: '144.9631' };

/** Requests to the fixture's network, by operation id. */
const requests: Readonly<Record<string, Asked>> = {
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
    besides: { limit: '10000' },
    values: { ...onPointsOfTypes, radius: '1', services: '7', limit: '1' },
  },
  getServicesUsingGET: { values: { pc: 'XX' } },
  getServicesByServiceCodesUsingGET: { at: { service_codes: '1,2' }, values: { pc: 'XX' } },
  getWorkCentres: {
    besides: { ...melbourne, radius: '1000' },
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
      'location[addresses.type]': 'PARCEL_COLLECT',
      'location[addresses.type:all]': 'COLLECTION_POINT',
    },
  },
  getWorkCentreByID: { at: { id: '900030_PO' }, values: {} },
  exportWorkCentres: {
    besides: { format: 'changes' },
    values: { format: 'csv', since: fixtureVersion, redirect: 'false' },
  },
  getOperationalCapabilities: {
    values: { offset: '1', size: '1' },
  },
};

const parametersOf = ({ query }: RequestSchema): readonly string[] =>
  query instanceof z.core.$ZodObject ? Object.keys(query._zod.def.shape) : [];

const pathOf = (operationId: string, at: Query): string => {
  const route = [...locationsV2.routes, ...locationsV3.routes].find(
    (each) => each.operationId === operationId,
  );
  if (!route) throw new Error(`no route is of ${operationId}`);
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));
};

const answerTo = async (path: string, query: Query) => {
  const { status, headers, body } = await target.send({ path: `${path}?${new URLSearchParams(query)}` });
  return { status, location: headers.location, body };
};

describe.each(Object.entries({ ...locationsV2.operations, ...locationsV3.operations }))(
  'the answer of %s',
  (operationId, { request }) => {
    const { at = {}, besides = {}, values } = requests[operationId] ?? { values: {} };
    const path = pathOf(operationId, at);
    const parameters = parametersOf(request);

    it('is asked for with a value of every parameter', () => {
      expect(Object.keys(values).toSorted()).toEqual(parameters.toSorted());
    });

    // Failures differ from one another by their ids, whatever was asked.
    it('is no failure without any of them', async () => {
      const { status, body } = await answerTo(path, besides);
      expect(status, body).toBeLessThan(400);
    });

    it.each(parameters)('depends on %s', async (name) => {
      const without = await answerTo(path, besides);
      const answer = await answerTo(path, { ...besides, [name]: values[name] ?? '' });
      expect(answer.status, answer.body).toBeLessThan(400);
      expect(answer).not.toEqual(without);
    });
  },
);
