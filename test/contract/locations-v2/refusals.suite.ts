import { describe, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const atMelbourne = '/points/geo/144.9631/-37.8136';

/** Invalid parameters of locations v2. Every target names them, because no firewall blocks such requests. */
export const refusalsSuite = (client: ServiceClient) => {
  const refuses = (
    operation: string,
    parameter: string,
    pathOf: (value: string) => string,
    values: string[],
  ) =>
    it.each(values)(`${operation} rejects the ${parameter} %s, and names the parameter`, async (value) =>
      client.expectViolation(pathOf(value), parameter),
    );

  describe('invalid parameters of points', () => {
    refuses('C02 findPointsByPostcode', 'postcode', (postcode) => `/points/postcode/${postcode}`, [
      '-1',
      '10000',
      '3e3',
      '3000.0',
      '30%2000',
      'abcd',
      encodeURIComponent('٣٠٠٠'),
      '1'.repeat(40),
      '0x10',
      '+5',
    ]);

    refuses('C03 findPointsByWorkCentre', 'work_centre_id', (id) => `/points/workcentres/${id}`, [
      '1000000000',
      '-1',
      '1.5',
      'x',
      '1e3',
    ]);

    refuses('C04 findPointsByDeliveryPoint', 'delivery_point_id', (id) => `/points/deliverypoints/${id}`, [
      '1234567890',
      '0041000002',
      'abcdefghij',
      encodeURIComponent('📮'.repeat(10)),
    ]);

    refuses('C06 findPointsByType', 'points_type', (type) => `/points/type/${type}`, [
      'po',
      'ALL',
      'PO,UPL',
      '%20PO',
    ]);

    refuses('C09 findPointsByPostcode', 'types', (types) => `/points/postcode/3000?types=${types}`, [
      'PO,XX',
      'po',
      'ALL',
      'PO,',
      ',',
      'PO,,UPL',
      'PO,%20,UPL',
      'PO,%0AUPL',
    ]);

    refuses('C08 findPointsByType', 'usage_types', (types) => `/points/type/UPL?usage_types=${types}`, [
      '1,',
      ',1',
      ',',
      '1,%20,2',
    ]);

    refuses('C18 findPointsNear', 'services', (codes) => `${atMelbourne}?services=${codes}`, [
      'abc',
      '1,,2',
      '1,',
      '-1',
      '2147483648',
    ]);

    refuses('C13 findPointsNear', 'radius', (radius) => `${atMelbourne}?radius=${radius}`, [
      '-1',
      '1001',
      '50km',
      '50.5',
      '0x10',
      'NaN',
    ]);

    refuses('C14 findPointsNear', 'limit', (limit) => `${atMelbourne}?limit=${limit}`, [
      '10001',
      '-1',
      '1e2',
      '5.0',
      'x',
      '5&limit=5',
    ]);

    it('C11 findPointsNear names the latitude if the coordinates are swapped', async () => {
      await client.expectViolation('/points/geo/-37.8/144.9', 'latitude');
      await client.expectViolation('/points/geo/181/144.9', 'longitude', 'latitude');
    });
  });

  it.each<[path: string, ...details: string[]]>([
    [
      '/points/postcode/3000?types=PO,XX,po&usage_types=1,',
      'usage_types: must not contain empty values; check for extra commas',
      'types: "XX" is not one of PO, UPL, R_SPB, C_SPB, OS, DC',
      'types: "po" is not one of PO, UPL, R_SPB, C_SPB, OS, DC',
    ],
    ['/points/postcode/10000', 'postcode: must be an integer from 0 to 9999'],
    ['/points/workcentres/1000000000', 'work_centre_id: must be an integer from 0 to 999999999'],
    ['/points/deliverypoints/1234567890', 'delivery_point_id: must be at most 9 characters long'],
    ['/points/geo/180.1/0', 'longitude: must be a decimal number from -180 to 180'],
    ['/points/geo/0/-90.1', 'latitude: must be a decimal number from -90 to 90'],
    [
      `${atMelbourne}?radius=1001&limit=10001&services=-1,2147483648`,
      'radius: must be an integer from 0 to 1000',
      'services: "-1" is not an integer from 0 to 2147483647',
      'services: "2147483648" is not an integer from 0 to 2147483647',
      'limit: must be an integer from 0 to 10000',
    ],
    ['/services/2147483648', 'service_codes: "2147483648" is not an integer from 0 to 2147483647'],
  ])('says what is wrong with %s', async (path, ...details) => client.expectDetails(path, details));

  describe('invalid parameters of services', () => {
    refuses('C19 getServicesByCode', 'service_codes', (codes) => `/services/${codes}`, [
      ',',
      'abc',
      '1,',
      '1,,2',
      '1,abc',
      '-1',
      '2147483648',
      '1.0',
      '%20',
      '1,%20',
      '1%0A',
    ]);
  });
};
