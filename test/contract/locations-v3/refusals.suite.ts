import { it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const postcode = 'location[addresses.attributes.postcode]';
const types = 'is not one of PO, UPL, R_SPB, C_SPB, OS, DC';
const empty = 'type: must not contain empty values; check for extra commas';
const integer = (name: string, max: number) => `${name}: must be an integer from 0 to ${max}`;
const decimal = (name: string, max: number) => `${name}: must be a decimal number from -${max} to ${max}`;
const required = (name: string, given: string) => `${name}: is required when ${given} is given`;
const repeated = (name: string) => `${name}: must not be repeated`;

/**
 * Invalid parameters of getWorkCentres, with a value of each kind. Tests of query-params.ts have more values. Every
 * target names the parameters, because no firewall blocks such requests.
 */
export const refusalsSuite = (client: ServiceClient) => {
  it.each<[id: string, query: string, ...details: string[]]>([
    ['B01', 'size=101', integer('size', 100)],
    ['B01', 'size=-1', integer('size', 100)],
    ['B01', `size=${encodeURIComponent('０５')}`, integer('size', 100)],
    ['B03', 'offset=2147483648', integer('offset', 2_147_483_647)],
    ['B03', 'offset=1e2', integer('offset', 2_147_483_647)],
    ['B20', 'size=5&size=5', repeated('size')],
    ['B20', 'size=5&size=', repeated('size')],
    ['B20', 'lat=1&lat=2&lon=3&lon=3', repeated('lat'), repeated('lon')],
    ['B09', 'lat=144.96&lon=-37.81', decimal('lat', 90)],
    ['B07', 'lat=0x1F&lon=0', decimal('lat', 90)],
    ['B08', 'lat=-90.0000001&lon=180.0000001', decimal('lat', 90), decimal('lon', 180)],
    ['B10', 'lat=-37.8&lon=', required('lon', 'lat')],
    ['B10', 'lon=144.9', required('lat', 'lon')],
    ['B10', 'lat=&lat=&lon=1', repeated('lat'), required('lat', 'lon')],
    ['B10', 'lat=x', decimal('lat', 90), required('lon', 'lat')],
    ['B14', 'lat=1&lon=1&radius=1001', integer('radius', 1000)],
    ['B14', 'lat=1&lon=1&radius=50.5', integer('radius', 1000)],
    ['B14', 'lat=1&radius=-1', integer('radius', 1000), required('lon', 'lat')],
    ['B14 B20', 'radius=1&radius=2', repeated('radius')],
    ['B15', 'radius=x&size=y', integer('size', 100)],
    ['B17', 'type=PO,XX,po', `type: "XX" ${types}`, `type: "po" ${types}`],
    ['B17', 'type=PO,%20,UPL', empty],
    ['B17', 'type=PO&type=UPL', repeated('type')],
    ['B22', `${postcode}=300`, `${postcode}: must be four digits`],
  ])('listWorkCentres says what is wrong with %s: %s', async (_id, query, ...details) =>
    client.expectDetails(`/workcentres?${query}`, details),
  );
};
