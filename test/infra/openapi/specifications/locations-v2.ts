import {
  commaList,
  inPath,
  inQuery,
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

const integerInPath = (name: string, maximum: number): Parameter => ({
  ...inPath,
  name,
  type: 'integer',
  minimum: 0,
  maximum,
});
const degrees = (name: string, most: number): Parameter => ({
  ...inPath,
  name,
  type: 'number',
  format: 'double',
  minimum: -most,
  maximum: most,
});
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
    [integerInPath('postcode', 9999), ...common],
    'PointsResponse',
  ),
  get(
    'getGeoLocationsByWcidUsingGET',
    '/points/workcentres/{work_centre_id}',
    [integerInPath('work_centre_id', 999_999_999), ...common],
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
      degrees('longitude', 180),
      degrees('latitude', 90),
      ...common,
      { ...inQuery, name: 'radius', type: 'integer', default: 50, minimum: 0, maximum: 1000 },
      commaList('services', serviceCode),
      { ...inQuery, name: 'limit', type: 'integer', default: 5, minimum: 0, maximum: 10_000 },
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
  location_code: ['string'],
  partner_code: ['string'],
  name: ['string'],
  type: ['string'],
  description: ['string'],
  directions: ['string'],
  phone_number: ['string'],
  fax_number: ['string'],
  address: ['Address'],
  delivery_point_id: ['integer (int32)'],
  work_centre_id: ['integer (int32)'],
  hatch_description: ['string'],
  service_codes: ['array of string'],
  hours: ['array of Hour'],
  usage_type: ['string'],
} as const;

const coordinates = { lat: ['number (double)'], lon: ['number (double)'] } as const;

/** Locations 2.3. The specification does not say which fields are required. */
export const locationsV2: Specification = {
  version: '2.3.0',
  basePath: '/locations/v2',
  operations,
  records: {
    PointsResponse: { points: ['array of Point'] },
    NearbyPointsResponse: { points: ['array of NearbyPoint'] },
    ServicesResponse: { services: ['array of Service'] },
    Point: { ...point, geo_location: ['GeoLocation'] },
    // `distance` is present only in operations with coordinates.
    NearbyPoint: { ...point, geo_location: ['GeoLocationWithDistance'] },
    GeoLocation: coordinates,
    GeoLocationWithDistance: { ...coordinates, distance: ['number (double)'] },
    Address: {
      address_line_1: ['string'],
      address_line_2: ['string'],
      address_line_3: ['string'],
      suburb: ['string'],
      state: ['string'],
      postcode: ['integer (int32)'],
      country_code: ['string'],
      country_name: ['string'],
    },
    Hour: {
      type: ['string'],
      weekday: ['integer 0 to 6'],
      start_time: ['string'],
      end_time: ['string'],
      start_date: ['string'],
      end_date: ['string'],
    },
    Service: {
      service_code: ['integer (int32)'],
      partner_code: ['string'],
      name: ['string'],
      description: ['string'],
      url_name: ['string'],
      appointment_required: ['boolean'],
      searchable: ['boolean'],
      categories: ['array of Category'],
    },
    Category: { name: ['string'], description: ['string'] },
    ErrorResponse: { errors: ['array of Error'] },
    Error: { id: ['string (uuid)'], code: ['string'], detail: ['string'], source: ['object'] },
    'Error/source': { parameter: ['string'] },
  },
};
