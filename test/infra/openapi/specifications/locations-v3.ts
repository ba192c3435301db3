import {
  commaList,
  degrees,
  inPath,
  inQuery,
  integer,
  type Operation,
  onePointType,
  type Parameter,
  repeatedList,
  type Specification,
  simulate,
} from './specification.ts';

/** Offset with the type int32, like `pagination.offset`. */
const offset = integer({ ...inQuery, name: 'offset', default: 0 }, 2_147_483_647);
const size = (usual: number, maximum: number): Parameter =>
  integer({ ...inQuery, name: 'size', default: usual }, maximum);

const get = { method: 'GET', tag: 'Endpoints', added: [403] } as const;
const searching = [200, 400, 401, 404, 405, 429, 500, 503] as const;

const operations: readonly Operation[] = [
  {
    ...get,
    operationId: 'getWorkCentres',
    path: '/workcentres',
    parameters: [
      offset,
      size(20, 100),
      commaList('type', onePointType),
      degrees(inQuery, 'lat', 90),
      degrees(inQuery, 'lon', 180),
      integer({ ...inQuery, name: 'radius', default: 50 }, 1000),
      {
        ...inQuery,
        name: 'location[addresses.attributes.postcode]',
        type: 'string',
        pattern: '^[0-9]{4}$',
      },
      commaList('location[addresses.attributes.dpid]'),
      commaList('attribute[work_centre_id]'),
      commaList('attribute[access_restriction_code]'),
      commaList('attribute[location_type_code]'),
      commaList('attribute[operational_capabilities.id]'),
      repeatedList('location[addresses.type]'),
      repeatedList('location[addresses.type:all]'),
      simulate,
    ],
    statuses: searching,
    answers: 'WorkCentresResponse',
  },
  {
    ...get,
    operationId: 'getWorkCentreByID',
    path: '/workcentres/{id}',
    parameters: [{ ...inPath, name: 'id', type: 'string' }, simulate],
    statuses: searching,
    answers: 'WorkCentreResponse',
  },
  {
    ...get,
    operationId: 'exportWorkCentres',
    path: '/export/workcentres',
    parameters: [simulate],
    statuses: [302, 401, 429, 500, 503],
    added: [400, 403, 405],
    answers: 'ExportLinkResponse',
  },
  {
    ...get,
    operationId: 'getOperationalCapabilities',
    path: '/operational-capabilities',
    parameters: [offset, size(50, 200), simulate],
    statuses: searching,
    answers: 'OperationalCapabilitiesResponse',
  },
];

export const locationsV3: Specification = {
  version: '3.0.0',
  basePath: '/locations/v3',
  operations,
  records: {
    WorkCentresResponse: { Pagination: 'pagination', 'array of WorkCentre': 'workcentres' },
    WorkCentreResponse: { 'array of WorkCentre': 'workcentres' },
    OperationalCapabilitiesResponse: {
      Pagination: 'pagination',
      'array of OperationalCapabilityItem': 'operational_capabilities',
    },
    WorkCentre: { string: 'id, type', WorkCentreAttributes: 'attributes', WorkCentreLocation: 'location' },
    WorkCentreAttributes: {
      string:
        'business_name, business_long_name?, work_centre_id, phone_number?, fax_number?, ' +
        'access_restriction_code?, location_type_code?, org_unit_type_description',
      'array of OperationalCapability': 'operational_capabilities?',
    },
    OperationalCapability: { string: 'id', object: 'attributes' },
    'OperationalCapability/attributes': {
      string: 'name, description?, appointment_required',
      boolean: 'service_offering',
      'array of CapabilityCategory': 'categories',
      CapabilityCurrentHours: 'current_hours?',
      CapabilityStandardHours: 'standard_hours?',
      CapabilityLocation: 'location?',
    },
    CapabilityCurrentHours: { 'array of CurrentHourPeriod': 'periods' },
    CurrentHourPeriod: { string: 'day, type', HourMinute: 'open?, close?' },
    CapabilityStandardHours: { 'array of StandardHourPeriod': 'periods' },
    StandardHourPeriod: { string: 'day', HourMinute: 'open, close' },
    HourMinute: { 'integer 0 to 23': 'hour', 'integer 0 to 59': 'minute' },
    CapabilityCategory: { string: 'id, name' },
    CapabilityLocation: { string: 'id, type', object: 'attributes' },
    'CapabilityLocation/attributes': { 'number (double)': 'lat, lon', string: 'name' },
    WorkCentreLocation: { object: 'attributes', 'array of WorkCentreAddress': 'addresses' },
    'WorkCentreLocation/attributes': { 'number (double)': 'lat, lon, distance' },
    WorkCentreAddress: { string: 'type', object: 'attributes' },
    'WorkCentreAddress/attributes': {
      string:
        'address_line_1, address_line_2?, address_line_3?, country_code, country_name, ' +
        'directions?, dpid, postcode, state, suburb',
    },
    OperationalCapabilityItem: { string: 'id', object: 'attributes' },
    'OperationalCapabilityItem/attributes': {
      string: 'name?, description?, appointment_required?',
      boolean: 'service_offering?',
      'array of CapabilityCategory': 'categories?',
    },
    ExportLinkResponse: { string: 'url, expires_at, version, sha256', 'integer (int64)': 'bytes' },
    Pagination: { 'integer (int64)': 'total', 'integer (int32)': 'offset, size' },
    ErrorResponse: { 'array of Error': 'errors' },
    Error: { 'string (uuid)': 'id', string: 'code, detail' },
  },
};
