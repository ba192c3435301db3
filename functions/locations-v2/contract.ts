import * as z from 'zod';
import { hourTypes } from '../../shared/domain/location/hour-entry.ts';
import { locationType, usageTypes } from '../../shared/domain/location/location.ts';
import { errorResponseOf } from '../../shared/http/error-body.ts';

/** The bodies of version 2.3, as its specification names and types them; nothing else may stand in an answer. */

const hour = z.strictObject({
  type: z.enum(hourTypes),
  /** 0, Monday, to 6, Sunday. */
  weekday: z.int().min(0).max(6).optional(),
  /** Local time at the point, `hh:mm`. */
  start_time: z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .optional(),
  end_time: z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .optional(),
  /** `DD/MM/YYYY`. */
  start_date: z
    .string()
    .regex(/^\d{2}\/\d{2}\/\d{4}$/)
    .optional(),
  end_date: z
    .string()
    .regex(/^\d{2}\/\d{2}\/\d{4}$/)
    .optional(),
});

const address = z.strictObject({
  address_line_1: z.string(),
  address_line_2: z.string().optional(),
  address_line_3: z.string().optional(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.int32().min(0).max(9999).optional(),
  /** ISO 3166. */
  country_code: z.string().length(2),
  country_name: z.string(),
});

const geoLocation = z.strictObject({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
});

/** An outlet or facility. */
const point = z.strictObject({
  location_code: z.string(),
  partner_code: z.string(),
  /** Upper case; absent where the source has none, as for street post boxes. */
  name: z.string().optional(),
  type: locationType,
  /** What this type of point is called. */
  description: z.string(),
  /** Where a parcel locker is; only for type UPL. */
  directions: z.string().optional(),
  phone_number: z.string().optional(),
  fax_number: z.string().optional(),
  address,
  delivery_point_id: z.int32().optional(),
  work_centre_id: z.int32(),
  hatch_description: z.string().optional(),
  service_codes: z.array(z.string()),
  hours: z.array(hour),
  usage_type: z.enum(usageTypes).optional(),
  geo_location: geoLocation,
});
export type Point = z.output<typeof point>;

/** A point found around coordinates: `distance` from them in kilometres, to the metre. */
const nearbyPoint = point.extend({
  geo_location: geoLocation.extend({ distance: z.number().min(0) }),
});
export type NearbyPoint = z.output<typeof nearbyPoint>;

const category = z.strictObject({
  name: z.string(),
  /** URL-encoded equivalent of the name. */
  description: z.string(),
});

/** What can be had at points. */
const service = z.strictObject({
  service_code: z.int32(),
  partner_code: z.string(),
  /** An enumerated value. */
  name: z.string(),
  description: z.string(),
  /** URL-encoded equivalent of the description. */
  url_name: z.string(),
  appointment_required: z.boolean(),
  searchable: z.boolean(),
  categories: z.array(category),
});
export type Service = z.output<typeof service>;

/** Points of a postcode, a work centre, a delivery point or a type, or by their codes. */
export const pointsResponse = z.strictObject({ points: z.array(point) });
/** Points around coordinates, nearest first. */
export const nearbyPointsResponse = z.strictObject({ points: z.array(nearbyPoint) });
/** All services, or those of some codes. */
export const servicesResponse = z.strictObject({ services: z.array(service) });
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
