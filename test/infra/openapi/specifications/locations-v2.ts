import {
  commaList,
  degrees,
  inPath,
  inQuery,
  integer,
  type Operation,
  onePointType,
  type Parameter,
  pointTypes,
  type Specification,
  simulate,
  textParameter,
} from './specification.ts';

const pc = textParameter('pc');
const usage = [pc, commaList('usage_types')] as const;
const common = [...usage, commaList('types', onePointType)] as const;

const serviceCode = '[0-9]+';

// The specification does not assign its statuses to operations. No operation returns 415, because none reads a body,
// and only operations with path parameters return 404.
const statuses = [200, 400, 401, 403, 405, 429, 500] as const;

const get = (
  operationId: string,
  path: string,
  parameters: readonly Parameter[],
  answers: string,
): Operation => ({
  operationId,
  method: 'GET',
  path,
  tag: 'Endpoints',
  parameters: [...parameters, simulate],
  statuses: path.includes('{') ? [...statuses, 404] : statuses,
  added: [],
  answers,
});

const operations: readonly Operation[] = [
  get(
    'getGeoLocationsByPostCodeUsingGET',
    '/points/postcode/{postcode}',
    [integer({ ...inPath, name: 'postcode' }, 9999), ...common],
    'PointsResponse',
  ),
  get(
    'getGeoLocationsByWcidUsingGET',
    '/points/workcentres/{work_centre_id}',
    [integer({ ...inPath, name: 'work_centre_id' }, 999_999_999), ...common],
    'PointsResponse',
  ),
  get(
    'getGeoLocationsByDeliveryPointIdUsingGET',
    '/points/deliverypoints/{delivery_point_id}',
    [{ ...inPath, name: 'delivery_point_id', type: 'string', maxLength: 9 }, ...common],
    'PointsResponse',
  ),
  get(
    'getPointsByLocationCodeUsingGET',
    '/points/{location_code}',
    [{ ...inPath, name: 'location_code', type: 'string' }, ...usage],
    'PointsResponse',
  ),
  get(
    'getPointsByTypeUsingGET',
    '/points/type/{points_type}',
    [{ ...inPath, name: 'points_type', type: 'string', values: pointTypes }, ...usage],
    'PointsResponse',
  ),
  get(
    'getGeoLocationsUsingGET',
    '/points/geo/{longitude}/{latitude}',
    [
      degrees(inPath, 'longitude', 180),
      degrees(inPath, 'latitude', 90),
      ...common,
      integer({ ...inQuery, name: 'radius', default: 50 }, 1000),
      commaList('services', serviceCode),
      integer({ ...inQuery, name: 'limit', default: 5 }, 10_000),
    ],
    'NearbyPointsResponse',
  ),
  get('getServicesUsingGET', '/services', [pc], 'ServicesResponse'),
  get(
    'getServicesByServiceCodesUsingGET',
    '/services/{service_codes}',
    [{ ...commaList('service_codes', serviceCode), ...inPath }, pc],
    'ServicesResponse',
  ),
];

const point = {
  string:
    'location_code, partner_code, name, type, description, directions, phone_number, ' +
    'fax_number, hatch_description, usage_type',
  'integer (int32)': 'delivery_point_id, work_centre_id',
  'array of string': 'service_codes',
  'array of Hour': 'hours',
  Address: 'address',
} as const;

/** Locations 2.3. The specification does not say which fields are required. */
export const locationsV2: Specification = {
  version: '2.3.0',
  basePath: '/locations/v2',
  operations,
  requiredIsUnknown: true,
  records: {
    PointsResponse: { 'array of Point': 'points' },
    NearbyPointsResponse: { 'array of NearbyPoint': 'points' },
    ServicesResponse: { 'array of Service': 'services' },
    Point: { ...point, GeoLocation: 'geo_location' },
    // `distance` is present only in operations with coordinates.
    NearbyPoint: { ...point, GeoLocationWithDistance: 'geo_location' },
    GeoLocation: { 'number (double)': 'lat, lon' },
    GeoLocationWithDistance: { 'number (double)': 'lat, lon, distance' },
    Address: {
      string: 'address_line_1, address_line_2, address_line_3, suburb, state, country_code, country_name',
      'integer (int32)': 'postcode',
    },
    Hour: { string: 'type, start_time, end_time, start_date, end_date', 'integer 0 to 6': 'weekday' },
    Service: {
      'integer (int32)': 'service_code',
      string: 'partner_code, name, description, url_name',
      boolean: 'appointment_required, searchable',
      'array of Category': 'categories',
    },
    Category: { string: 'name, description' },
    ErrorResponse: { 'array of Error': 'errors' },
    Error: { 'string (uuid)': 'id', string: 'code, detail', object: 'source' },
    'Error/source': { string: 'parameter' },
  },
};
