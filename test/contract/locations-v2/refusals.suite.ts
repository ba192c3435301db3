import { it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const atMelbourne = '/points/geo/144.9631/-37.8136';
const onPostcode = '/points/postcode/3000';

const integer = (name: string, max: number) => `${name}: must be an integer from 0 to ${max}`;
const empty = (name: string) => `${name}: must not contain empty values; check for extra commas`;
const tooLongId = 'delivery_point_id: must be at most 9 characters long';
const pointsType = 'points_type: must be one of PO, UPL, R_SPB, C_SPB, OS, DC';
const types = 'is not one of PO, UPL, R_SPB, C_SPB, OS, DC';
const notService = (value: string) => `"${value}" is not an integer from 0 to 2147483647`;
const latitude = 'latitude: must be a decimal number from -90 to 90';
const longitude = 'longitude: must be a decimal number from -180 to 180';

/**
 * Invalid parameters of locations v2, with a value of each kind. Tests of query-params.ts have more values. Every target
 * names the parameters, because no firewall blocks such requests.
 */
export const refusalsSuite = (client: ServiceClient) => {
  it.each<[id: string, path: string, ...details: string[]]>([
    ['C02', '/points/postcode/10000', integer('postcode', 9999)],
    ['C02', '/points/postcode/-1', integer('postcode', 9999)],
    ['C02', `/points/postcode/${encodeURIComponent('٣٠٠٠')}`, integer('postcode', 9999)],
    ['C03', '/points/workcentres/1000000000', integer('work_centre_id', 999_999_999)],
    ['C03', '/points/workcentres/1e3', integer('work_centre_id', 999_999_999)],
    ['C04', '/points/deliverypoints/1234567890', tooLongId],
    ['C04', `/points/deliverypoints/${encodeURIComponent('📮'.repeat(10))}`, tooLongId],
    ['C06', '/points/type/po', pointsType],
    ['C06', '/points/type/%20PO', pointsType],
    ['C09', `${onPostcode}?types=PO,XX,po`, `types: "XX" ${types}`, `types: "po" ${types}`],
    ['C09', `${onPostcode}?types=PO,%20,UPL&usage_types=1,`, empty('usage_types'), empty('types')],
    ['C08', '/points/type/UPL?usage_types=,1', empty('usage_types')],
    [
      'C18',
      `${atMelbourne}?services=-1,2147483648`,
      ...['-1', '2147483648'].map((each) => `services: ${notService(each)}`),
    ],
    ['C18', `${atMelbourne}?services=1,,2`, empty('services')],
    ['C13', `${atMelbourne}?radius=1001&limit=10001`, integer('radius', 1000), integer('limit', 10_000)],
    ['C13 C14', `${atMelbourne}?radius=50.5&limit=1e2`, integer('radius', 1000), integer('limit', 10_000)],
    ['C14', `${atMelbourne}?limit=5&limit=5`, 'limit: must not be repeated'],
    ['C11', '/points/geo/-37.8/144.9', latitude],
    ['C11 C12', '/points/geo/180.1/144.9', longitude, latitude],
    ['C12', '/points/geo/NaN/-90.1', longitude, latitude],
    [
      'C19',
      '/services/2147483648,1.0',
      ...['2147483648', '1.0'].map((each) => `service_codes: ${notService(each)}`),
    ],
    ['C19', '/services/1%0A', `service_codes: ${notService('1\\n')}`],
    ['C19', '/services/1,%20', empty('service_codes')],
  ])('%s says what is wrong with %s', async (_id, path, ...details) => client.expectDetails(path, details));
};
