import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['locations-v2'];

const read = (operationId: string, path: string, handler: string): Route => ({
  operationId,
  method: 'GET',
  path: `${base}${path}`,
  handler: `functions/locations-v2/${handler}.ts`,
  access: ['published:read'],
});

/** Operations of locations v2. The two whose lists may be very long stream them. */
export const locationsV2: readonly Route[] = [
  read('getGeoLocationsByPostCodeUsingGET', '/points/postcode/{postcode}', 'find-points-by-postcode'),
  read('getGeoLocationsByWcidUsingGET', '/points/workcentres/{work_centre_id}', 'find-points-by-work-centre'),
  read(
    'getGeoLocationsByDeliveryPointIdUsingGET',
    '/points/deliverypoints/{delivery_point_id}',
    'find-points-by-delivery-point',
  ),
  read('getPointsByLocationCodeUsingGET', '/points/{location_code}', 'get-points-by-location-code'),
  {
    ...read('getPointsByTypeUsingGET', '/points/type/{points_type}', 'find-points-by-type'),
    streamed: true,
  },
  {
    ...read('getGeoLocationsUsingGET', '/points/geo/{longitude}/{latitude}', 'find-points-near'),
    streamed: true,
  },
  read('getServicesUsingGET', '/services', 'list-services'),
  read('getServicesByServiceCodesUsingGET', '/services/{service_codes}', 'get-services-by-code'),
];
