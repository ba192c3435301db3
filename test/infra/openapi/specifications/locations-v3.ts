import {
  commaList,
  inPath,
  inQuery,
  type Operation,
  onePointType,
  type Parameter,
  repeatedList,
  type Specification,
  simulate,
} from './specification.ts';

/** Offset with the type int32, like `pagination.offset`. */
const offset: Parameter = {
  ...inQuery,
  name: 'offset',
  type: 'integer',
  default: 0,
  minimum: 0,
  maximum: 2_147_483_647,
};
const size = (usual: number, maximum: number): Parameter => ({
  ...inQuery,
  name: 'size',
  type: 'integer',
  default: usual,
  minimum: 0,
  maximum,
});

const degrees = (name: string, most: number): Parameter => ({
  ...inQuery,
  name,
  type: 'number',
  format: 'double',
  minimum: -most,
  maximum: most,
});

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
      degrees('lat', 90),
      degrees('lon', 180),
      { ...inQuery, name: 'radius', type: 'integer', default: 50, minimum: 0, maximum: 1000 },
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

const hour = { day: ['string', true] } as const;

export const locationsV3: Specification = {
  version: '3.0.0',
  basePath: '/locations/v3',
  operations,
  records: {
    WorkCentresResponse: { pagination: ['Pagination', true], workcentres: ['array of WorkCentre', true] },
    WorkCentreResponse: { workcentres: ['array of WorkCentre', true] },
    OperationalCapabilitiesResponse: {
      pagination: ['Pagination', true],
      operational_capabilities: ['array of OperationalCapabilityItem', true],
    },
    WorkCentre: {
      id: ['string', true],
      type: ['string', true],
      attributes: ['WorkCentreAttributes', true],
      location: ['WorkCentreLocation', true],
    },
    WorkCentreAttributes: {
      business_name: ['string', true],
      business_long_name: ['string', false],
      work_centre_id: ['string', true],
      phone_number: ['string', false],
      fax_number: ['string', false],
      access_restriction_code: ['string', false],
      location_type_code: ['string', false],
      org_unit_type_description: ['string', true],
      operational_capabilities: ['array of OperationalCapability', false],
    },
    OperationalCapability: { id: ['string', true], attributes: ['object', true] },
    'OperationalCapability/attributes': {
      name: ['string', true],
      description: ['string', false],
      appointment_required: ['string', true],
      service_offering: ['boolean', true],
      categories: ['array of CapabilityCategory', true],
      current_hours: ['CapabilityCurrentHours', false],
      standard_hours: ['CapabilityStandardHours', false],
      location: ['CapabilityLocation', false],
    },
    CapabilityCurrentHours: { periods: ['array of CurrentHourPeriod', true] },
    CurrentHourPeriod: {
      ...hour,
      type: ['string', true],
      open: ['HourMinute', false],
      close: ['HourMinute', false],
    },
    CapabilityStandardHours: { periods: ['array of StandardHourPeriod', true] },
    StandardHourPeriod: { ...hour, open: ['HourMinute', true], close: ['HourMinute', true] },
    HourMinute: { hour: ['integer 0 to 23', true], minute: ['integer 0 to 59', true] },
    CapabilityCategory: { id: ['string', true], name: ['string', true] },
    CapabilityLocation: { id: ['string', true], type: ['string', true], attributes: ['object', true] },
    'CapabilityLocation/attributes': {
      lat: ['number (double)', true],
      lon: ['number (double)', true],
      name: ['string', true],
    },
    WorkCentreLocation: { attributes: ['object', true], addresses: ['array of WorkCentreAddress', true] },
    'WorkCentreLocation/attributes': {
      lat: ['number (double)', true],
      lon: ['number (double)', true],
      distance: ['number (double)', true],
    },
    WorkCentreAddress: { type: ['string', true], attributes: ['object', true] },
    'WorkCentreAddress/attributes': {
      address_line_1: ['string', true],
      address_line_2: ['string', false],
      address_line_3: ['string', false],
      country_code: ['string', true],
      country_name: ['string', true],
      directions: ['string', false],
      dpid: ['string', true],
      postcode: ['string', true],
      state: ['string', true],
      suburb: ['string', true],
    },
    OperationalCapabilityItem: { id: ['string', true], attributes: ['object', true] },
    'OperationalCapabilityItem/attributes': {
      name: ['string', false],
      description: ['string', false],
      appointment_required: ['string', false],
      service_offering: ['boolean', false],
      categories: ['array of CapabilityCategory', false],
    },
    ExportLinkResponse: {
      url: ['string', true],
      expires_at: ['string', true],
      version: ['string', true],
      bytes: ['integer (int64)', true],
      sha256: ['string', true],
    },
    Pagination: {
      total: ['integer (int64)', true],
      offset: ['integer (int32)', true],
      size: ['integer (int32)', true],
    },
    ErrorResponse: { errors: ['array of Error', true] },
    Error: { id: ['string (uuid)', true], code: ['string', true], detail: ['string', true] },
  },
};
