import { describe, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

/** Invalid parameters of getWorkCentres. Every target names them, because no firewall blocks such requests. */
export const refusalsSuite = (client: ServiceClient) => {
  describe('listWorkCentres', () => {
    it.each([
      '101',
      '-1',
      '1e2',
      '2.0',
      '+5',
      '%2B5',
      encodeURIComponent('０５'),
      '0x10',
      '%205',
      'five',
      'NaN',
    ])('B01 rejects the size %s', async (size) =>
      client.expectViolation(`/workcentres?size=${size}`, 'size'),
    );

    it.each(['-1', '2147483648', '9999999999999999999', 'NaN', '1e2'])(
      'B03 rejects the offset %s',
      async (offset) => client.expectViolation(`/workcentres?offset=${offset}`, 'offset'),
    );

    it.each(['size=5&size=6', 'size=5&size=5', 'size=&size=5', 'size=5&size='])(
      'B20 rejects %s',
      async (query) => client.expectViolation(`/workcentres?${query}`, 'size'),
    );

    it('B20 rejects a repeated coordinate', async () => {
      await client.expectViolation('/workcentres?lat=1&lat=2&lon=3', 'lat');
      await client.expectViolation('/workcentres?lat=1&lon=3&lon=3', 'lon');
    });

    it('B09 names the latitude if the coordinates are swapped', async () => {
      await client.expectViolation('/workcentres?lat=144.96&lon=-37.81', 'lat');
    });

    it('B10 names the coordinate that is missing', async () => {
      await client.expectViolation('/workcentres?lat=-37.8', 'lon');
      await client.expectViolation('/workcentres?lon=144.9', 'lat');
      await client.expectViolation('/workcentres?lat=-37.8&lon=', 'lon');
      await client.expectViolation('/workcentres?lat=&lon=144.9', 'lat');
    });

    it.each(['1001', '-1', '50.5', '50km', '1e2'])('B14 rejects the radius %s', async (radius) => {
      await client.expectViolation(`/workcentres?lat=-37.8&lon=144.9&radius=${radius}`, 'radius');
      await client.expectViolation(`/workcentres?lat=-37.8&radius=${radius}`, 'lon', 'radius');
    });

    it.each(['po', 'XX', 'PO,,UPL', 'PO,', ',', 'PO,%20,UPL', 'PO,%0AUPL', 'PO&type=UPL'])(
      'B17 rejects the type %s',
      async (type) => client.expectViolation(`/workcentres?type=${type}`, 'type'),
    );

    it.each<[query: string, ...details: string[]]>([
      ['type=PO,XX', 'type: "XX" is not one of PO, UPL, R_SPB, C_SPB, OS, DC'],
      ['size=101', 'size: must be an integer from 0 to 100'],
      ['offset=-1', 'offset: must be an integer from 0 to 2147483647'],
      ['lat=1&lon=1&radius=1001', 'radius: must be an integer from 0 to 1000'],
      ['radius=1&radius=2', 'radius: must not be repeated'],
      ['radius=x&size=y', 'size: must be an integer from 0 to 100'],
      ['lat=90.1&lon=0', 'lat: must be a decimal number from -90 to 90'],
      ['lat=0&lon=-180.1', 'lon: must be a decimal number from -180 to 180'],
      ['lat=1&lon=', 'lon: is required when lat is given'],
      ['lat=&lat=&lon=1', 'lat: must not be repeated', 'lat: is required when lon is given'],
      ['lat=x', 'lat: must be a decimal number from -90 to 90', 'lon: is required when lat is given'],
      [
        'location[addresses.attributes.postcode]=300',
        'location[addresses.attributes.postcode]: must be four digits',
      ],
    ])('B01 B10 B14 says what is wrong with %s', async (query, ...details) =>
      client.expectDetails(`/workcentres?${query}`, details),
    );
  });
};
