import * as z from 'zod';
import { errorResponseOf } from '../../shared/http/error-response.ts';
import { nearbyPoint, point } from '../../shared/wire/locations-v2/point.ts';

/** The bodies of version 2.3, as its specification names and types them; nothing else may stand in an answer. */

const category = z
  .strictObject({
    name: z.string(),
    description: z.string().meta({ description: 'URL-encoded equivalent of the name.' }),
  })
  .meta({ id: 'Category', description: 'A group of services.' });

const service = z
  .strictObject({
    service_code: z.int32().meta({ description: 'What `services` filters by.' }),
    partner_code: z.string().meta({ description: 'Who owns the service: `AP`.' }),
    name: z.string().meta({ description: 'An enumerated value.' }),
    description: z.string().meta({ description: 'What the service is called.' }),
    url_name: z.string().meta({ description: 'URL-encoded equivalent of the description.' }),
    appointment_required: z.boolean(),
    searchable: z.boolean().meta({ description: 'Whether people should be offered it as a filter.' }),
    categories: z.array(category),
  })
  .meta({ id: 'Service', description: 'A service available at points.' });
export type Service = z.output<typeof service>;

/** Points of a postcode, a work centre, a delivery point or a type, or by their codes. */
export const pointsResponse = z.strictObject({ points: z.array(point) }).meta({ id: 'PointsResponse' });
/** Points around coordinates, nearest first. */
export const nearbyPointsResponse = z
  .strictObject({ points: z.array(nearbyPoint) })
  .meta({ id: 'NearbyPointsResponse' });
/** All services, or those of some codes. */
export const servicesResponse = z
  .strictObject({ services: z.array(service) })
  .meta({ id: 'ServicesResponse' });
export type PointsResponse = z.output<typeof pointsResponse>;
export type ServicesResponse = z.output<typeof servicesResponse>;

/** The body of every error. */
export const errorResponse = errorResponseOf({
  codes: [
    'CONSTRAINT_VIOLATION',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'METHOD_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'UNSUPPORTED_MEDIA_TYPE',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
  ],
  namesSource: true,
});
