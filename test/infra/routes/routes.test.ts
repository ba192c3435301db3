import { describe, expect, it } from 'vitest';
import { pathsWithoutOperation, routes } from '../../../infra/routes/routes.ts';

const bills = '/bill-management-api/v1';
const v2 = '/locations/v2';
const v3 = '/locations/v3';

/** The operations of the three specifications, in their own words. */
const specified = [
  ['getBillerMetadaba', 'GET', `${bills}/biller-metadata`],
  ['getBillTypes', 'GET', `${bills}/biller-metadata/bill-types`],
  ['getBillerMetadabaByCode', 'GET', `${bills}/biller-metadata/{code}`],
  ['enquiry', 'POST', `${bills}/enquiries`],
  ['ping', 'GET', `${bills}/ping`],
  ['health', 'GET', `${bills}/health`],
  ['getGeoLocationsByPostCodeUsingGET', 'GET', `${v2}/points/postcode/{postcode}`],
  ['getGeoLocationsByWcidUsingGET', 'GET', `${v2}/points/workcentres/{work_centre_id}`],
  ['getGeoLocationsByDeliveryPointIdUsingGET', 'GET', `${v2}/points/deliverypoints/{delivery_point_id}`],
  ['getPointsByLocationCodeUsingGET', 'GET', `${v2}/points/{location_code}`],
  ['getPointsByTypeUsingGET', 'GET', `${v2}/points/type/{points_type}`],
  ['getGeoLocationsUsingGET', 'GET', `${v2}/points/geo/{longitude}/{latitude}`],
  ['getServicesUsingGET', 'GET', `${v2}/services`],
  ['getServicesByServiceCodesUsingGET', 'GET', `${v2}/services/{service_codes}`],
  ['getWorkCentres', 'GET', `${v3}/workcentres`],
  ['getWorkCentreByID', 'GET', `${v3}/workcentres/{id}`],
  ['exportWorkCentres', 'GET', `${v3}/export/workcentres`],
  ['getOperationalCapabilities', 'GET', `${v3}/operational-capabilities`],
] as const;

describe('the route table', () => {
  it('has every operation of the specifications and no other', () => {
    const table = routes.map(({ operationId, method, path }) => [operationId, method, path]);
    expect(table.toSorted()).toEqual(specified.map((operation) => [...operation]).toSorted());
  });

  it('gives every operation a handler of its own in the folder of its service', () => {
    expect(new Set(routes.map(({ handler }) => handler)).size).toBe(routes.length);
    for (const { path, handler } of routes) {
      const folder = path.startsWith(bills)
        ? 'bill-management-v1'
        : path.startsWith(v2)
          ? 'locations-v2'
          : 'locations-v3';
      expect(handler).toMatch(new RegExp(`^functions/${folder}/[a-z-]+\\.ts$`));
    }
  });

  it('opens ping and health alone', () => {
    expect(routes.filter(({ open }) => open).map(({ operationId }) => operationId)).toEqual([
      'ping',
      'health',
    ]);
  });

  it('streams what no buffered answer may be able to hold', () => {
    expect(routes.filter(({ streamed }) => streamed).map(({ operationId }) => operationId)).toEqual([
      'getPointsByTypeUsingGET',
      'getGeoLocationsUsingGET',
      'getWorkCentres',
      'getWorkCentreByID',
    ]);
  });

  it('knows the paths that lead to operations and have none (C21)', () => {
    expect(pathsWithoutOperation(routes).toSorted()).toEqual([
      '/',
      '/bill-management-api',
      bills,
      '/locations',
      v2,
      `${v2}/points`,
      `${v2}/points/deliverypoints`,
      `${v2}/points/geo`,
      `${v2}/points/geo/{longitude}`,
      `${v2}/points/postcode`,
      `${v2}/points/type`,
      `${v2}/points/workcentres`,
      v3,
      `${v3}/export`,
    ]);
  });
});
