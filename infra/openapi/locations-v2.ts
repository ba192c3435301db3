import {
  errorResponse,
  nearbyPointsResponse,
  type Point,
  pointsResponse,
  servicesResponse,
} from '../../functions/locations-v2/contract.ts';
import { request as byDeliveryPoint } from '../../functions/locations-v2/find-points-by-delivery-point.ts';
import { request as byPostcode } from '../../functions/locations-v2/find-points-by-postcode.ts';
import { request as byType } from '../../functions/locations-v2/find-points-by-type.ts';
import { request as byWorkCentre } from '../../functions/locations-v2/find-points-by-work-centre.ts';
import { request as near } from '../../functions/locations-v2/find-points-near.ts';
import { request as byCode } from '../../functions/locations-v2/get-points-by-location-code.ts';
import { request as servicesByCode } from '../../functions/locations-v2/get-services-by-code.ts';
import { request as allServices } from '../../functions/locations-v2/list-services.ts';
import { locationType } from '../../shared/domain/location/location.ts';
import { locationsV2 as routes } from '../routes/locations-v2.ts';
import { commonWords } from './common-words.ts';
import { describeOperation, jsonAnswer, type ServiceDescription } from './document/operation-description.ts';

/**
 * Statuses of every operation. The specification assigns its statuses to no operation. 415 is not among these, because
 * no operation reads a body, and 404 is only a status of operations whose path has parameters.
 */
const statuses = [400, 401, 403, 405, 429, 500] as const;

/** Statuses of operations whose path has parameters: with an empty one the path does not exist. */
const statusesWithPath = [400, 401, 403, 404, 405, 429, 500] as const;

const week = [0, 1, 2, 3, 4].map((weekday) => ({
  type: 'HOURS' as const,
  weekday,
  start_time: '09:00',
  end_time: '17:00',
}));

/** A post office as the examples have it. */
const examplePostOffice: Point = {
  location_code: '310003_PO',
  partner_code: 'AP',
  name: 'MELBOURNE GPO POST SHOP',
  type: 'PO',
  description: 'Post Office',
  phone_number: '13 13 18',
  address: {
    address_line_1: '250 Elizabeth Street',
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: 3000,
    country_code: 'AU',
    country_name: 'Australia',
  },
  delivery_point_id: 60_237_473,
  work_centre_id: 400_010,
  service_codes: ['1', '5', '20'],
  hours: [
    ...week,
    { type: 'HOURS', weekday: 5, start_time: '10:00', end_time: '14:00' },
    { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' },
  ],
  geo_location: { lat: -37.8125, lon: 144.9623 },
};

/** A parcel locker as the examples have it. */
const exampleParcelLocker: Point = {
  location_code: '520005_UPL',
  partner_code: 'AP',
  name: 'COLLINS STREET PARCEL LOCKER',
  type: 'UPL',
  description: 'Parcel Locker',
  directions: 'In the laneway beside the newsagent',
  address: {
    address_line_1: '181 Collins Street',
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: 3000,
    country_code: 'AU',
    country_name: 'Australia',
  },
  work_centre_id: 400_010,
  service_codes: ['22'],
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    type: 'HOURS' as const,
    weekday,
    start_time: '00:00',
    end_time: '23:59',
  })),
  usage_type: '1',
  geo_location: { lat: -37.8155, lon: 144.9671 },
};

/** Whether a partner's data is asked for at all. */
const partnerWords = {
  description:
    'Partner code. There is one partner, `AP`, which an absent one means: of any other there is no data.',
  example: 'AP',
} as const;

/** What every operation on points says of its query. */
const usageWords = {
  pc: partnerWords,
  usage_types: {
    description:
      'Comma-separated list of usage types of parcel lockers: points with any of them. All points by default.',
    example: '1,2',
  },
} as const;

/** And what those say that find points of several types. */
const pointWords = {
  ...usageWords,
  types: {
    description: `Comma-separated list of types of points: any of ${locationType.options.join(', ')}. All types by default.`,
    example: 'PO,UPL',
  },
} as const;

/** Headers of every answer that is made from the catalogue. */
const catalogueHeaders = ['waypost-catalogue-version', 'x-ratelimit-limit-second'] as const;

/** Points by their codes, or none: it is no error to find nothing. */
const pointsAnswer = jsonAnswer(pointsResponse, {
  description: 'The points, ordered by location code; an empty list where there are none.',
  headers: catalogueHeaders,
  examples: {
    found: {
      summary: 'A post office and a parcel locker',
      value: { points: [examplePostOffice, exampleParcelLocker] },
    },
    none: { summary: 'Nothing was found', value: { points: [] } },
  },
});

/** GET /points/postcode/{postcode} */
const getGeoLocationsByPostCodeUsingGET = describeOperation(byPostcode, {
  summary: 'Find points by postcode',
  description: 'All points of the area of a postcode.',
  path: { postcode: { description: 'Postcode: 800 and 0800 are the same.', example: 3000 } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/workcentres/{work_centre_id} */
const getGeoLocationsByWcidUsingGET = describeOperation(byWorkCentre, {
  summary: 'Find points by work centre',
  description: 'All points that belong to a facility, the facility itself among them.',
  path: { work_centre_id: { description: 'Identifier of the facility.', example: 400_010 } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/deliverypoints/{delivery_point_id} */
const getGeoLocationsByDeliveryPointIdUsingGET = describeOperation(byDeliveryPoint, {
  summary: 'Find points by delivery point',
  description: 'All points of a delivery point.',
  path: { delivery_point_id: { description: 'Identifier of the delivery point.', example: '60237473' } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/{location_code} */
const getPointsByLocationCodeUsingGET = describeOperation(byCode, {
  summary: 'Get a point by its code',
  description: 'The point of a location code: a list of one, or of none.',
  path: { location_code: { description: 'Location code of the point.', example: '310003_PO' } },
  query: usageWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/type/{points_type} */
const getPointsByTypeUsingGET = describeOperation(byType, {
  summary: 'List points by type',
  description:
    'All points of a type, never cut: there may be tens of thousands, which are sent as they are made.',
  path: { points_type: { description: 'Type of the points.', example: 'PO' } },
  query: usageWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/geo/{longitude}/{latitude} */
const getGeoLocationsUsingGET = describeOperation(near, {
  summary: 'Find points near coordinates',
  description: 'The points around coordinates, nearest first; those that are equally far by location code.',
  path: {
    longitude: { description: 'Longitude, degrees of WGS 84. It comes first.', example: 144.9631 },
    latitude: { description: 'Latitude, degrees of WGS 84.', example: -37.8136 },
  },
  query: {
    ...pointWords,
    radius: {
      description: 'How far to look, in kilometres; the distance itself is still within.',
      example: 5,
    },
    services: {
      description: 'Comma-separated list of codes of services: points that offer any of them.',
      example: '20,22',
    },
    limit: { description: 'How many points to answer at most.', example: 3 },
  },
  answers: {
    200: jsonAnswer(nearbyPointsResponse, {
      description: 'The points, nearest first; an empty list where there are none.',
      headers: catalogueHeaders,
      examples: {
        found: {
          summary: 'The nearest point',
          value: {
            points: [
              { ...examplePostOffice, geo_location: { ...examplePostOffice.geo_location, distance: 0.141 } },
            ],
          },
        },
        none: { summary: 'Nothing was found', value: { points: [] } },
      },
    }),
  },
  errors: statusesWithPath,
});

const services = jsonAnswer(servicesResponse, {
  description: 'The services, ordered by code; an empty list where there are none.',
  headers: catalogueHeaders,
  examples: {
    found: {
      summary: 'One service',
      value: {
        services: [
          {
            service_code: 20,
            partner_code: 'AP',
            name: 'PARCEL_COLLECTION',
            description: 'Parcel collection',
            url_name: 'Parcel%20collection',
            appointment_required: false,
            searchable: true,
            categories: [{ name: 'Receiving', description: 'Receiving' }],
          },
        ],
      },
    },
    none: { summary: 'Nothing was found', value: { services: [] } },
  },
});

/** GET /services */
const getServicesUsingGET = describeOperation(allServices, {
  summary: 'List services',
  description: 'All services that points may offer.',
  query: { pc: partnerWords },
  answers: { 200: services },
  errors: statuses,
});

/** GET /services/{service_codes} */
const getServicesByServiceCodesUsingGET = describeOperation(servicesByCode, {
  summary: 'Get services by code',
  description: 'Those of the services that exist, each once.',
  path: { service_codes: { description: 'Comma-separated list of codes of services.', example: '20,5' } },
  query: { pc: partnerWords },
  answers: { 200: services },
  errors: statusesWithPath,
});

/** Errors too tell which catalogue was asked, where one was read before. */
const catalogueVersion = ['waypost-catalogue-version'] as const;

/** What the document of locations v2 says. */
export const locationsV2: ServiceDescription = {
  title: 'Locations v2',
  version: '2.3.0',
  description: `Points of the postal network, by place, code, type or postcode, and the services to be had there.\n\n${commonWords}`,
  tags: { Endpoints: 'Points and services.' },
  routes,
  operations: {
    getGeoLocationsByPostCodeUsingGET,
    getGeoLocationsByWcidUsingGET,
    getGeoLocationsByDeliveryPointIdUsingGET,
    getPointsByLocationCodeUsingGET,
    getPointsByTypeUsingGET,
    getGeoLocationsUsingGET,
    getServicesUsingGET,
    getServicesByServiceCodesUsingGET,
  },
  errors: {
    body: errorResponse,
    examples: {
      400: { detail: 'types: "XX" is not one of PO, UPL, R_SPB, C_SPB, OS, DC', parameter: 'types' },
    },
    headers: { 400: catalogueVersion, 404: catalogueVersion, 500: catalogueVersion },
    descriptions: {
      404: 'No resource exists at this path, for example because a segment of it is empty. If nothing is found, the response is 200 with an empty list.',
      500: 'An unexpected error occurred, or the service is temporarily unavailable. Quote the `id` of the error when you contact support.',
    },
  },
};
