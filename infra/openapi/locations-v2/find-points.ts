import { nearbyPointsResponse } from '../../../functions/locations-v2/contract.ts';
import { request as byDeliveryPoint } from '../../../functions/locations-v2/find-points-by-delivery-point.ts';
import { request as byPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { request as byType } from '../../../functions/locations-v2/find-points-by-type.ts';
import { request as byWorkCentre } from '../../../functions/locations-v2/find-points-by-work-centre.ts';
import { request as near } from '../../../functions/locations-v2/find-points-near.ts';
import { request as byCode } from '../../../functions/locations-v2/get-points-by-location-code.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';
import { catalogueHeaders, pointsAnswer, pointWords, usageWords } from './point-words.ts';
import { examplePostOffice } from './points.ts';
import { statusesWithPath } from './statuses.ts';

/** GET /points/postcode/{postcode} */
const getGeoLocationsByPostCodeUsingGET = describeOperation(byPostcode, {
  summary: 'Find points by postcode',
  description: 'All points of the area of a postcode.',
  tag: 'Endpoints',
  path: { postcode: { description: 'Postcode: 800 and 0800 are the same.', example: 3000 } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/workcentres/{work_centre_id} */
const getGeoLocationsByWcidUsingGET = describeOperation(byWorkCentre, {
  summary: 'Find points by work centre',
  description: 'All points that belong to a facility, the facility itself among them.',
  tag: 'Endpoints',
  path: { work_centre_id: { description: 'Identifier of the facility.', example: 400_010 } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/deliverypoints/{delivery_point_id} */
const getGeoLocationsByDeliveryPointIdUsingGET = describeOperation(byDeliveryPoint, {
  summary: 'Find points by delivery point',
  description: 'All points of a delivery point.',
  tag: 'Endpoints',
  path: { delivery_point_id: { description: 'Identifier of the delivery point.', example: '60237473' } },
  query: pointWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/{location_code} */
const getPointsByLocationCodeUsingGET = describeOperation(byCode, {
  summary: 'Get a point by its code',
  description: 'The point of a location code: a list of one, or of none.',
  tag: 'Endpoints',
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
  tag: 'Endpoints',
  path: { points_type: { description: 'Type of the points.', example: 'PO' } },
  query: usageWords,
  answers: { 200: pointsAnswer },
  errors: statusesWithPath,
});

/** GET /points/geo/{longitude}/{latitude} */
const getGeoLocationsUsingGET = describeOperation(near, {
  summary: 'Find points near coordinates',
  description: 'The points around coordinates, nearest first; those that are equally far by location code.',
  tag: 'Endpoints',
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

/** What is said of the operations on points, by operation id. */
export const pointOperations = {
  getGeoLocationsByPostCodeUsingGET,
  getGeoLocationsByWcidUsingGET,
  getGeoLocationsByDeliveryPointIdUsingGET,
  getPointsByLocationCodeUsingGET,
  getPointsByTypeUsingGET,
  getGeoLocationsUsingGET,
} as const;
