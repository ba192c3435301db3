import * as z from 'zod';
import { hourTypes } from '../../domain/location/hour-entry.ts';
import { locationType, usageTypes } from '../../domain/location/location.ts';

/** The point of version 2.3, as its specification names and types it; nothing else may stand in one. */

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
export const point = z.strictObject({
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
export const nearbyPoint = point.extend({
  geo_location: geoLocation.extend({ distance: z.number().min(0) }),
});
export type NearbyPoint = z.output<typeof nearbyPoint>;
