import * as z from 'zod/mini';
import { hourTypes } from '../../domain/location/hours/hour-entry.ts';
import { locationType, usageTypes } from '../../domain/location/location.ts';

/** The point of version 2.3, as its specification names and types it; nothing else may stand in one. */

const timeOfDay = z.string().check(z.regex(/^\d{2}:\d{2}$/));
const date = z.string().check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/));

const hour = z
  .strictObject({
    type: z.enum(hourTypes).check(
      z.meta({
        description:
          'HOURS: open. LUNCH: closed for lunch. HATCH: the parcel pickup counter is open. SPECIAL_HOURS, ' +
          'SPECIAL_CLOSED and SPECIAL_LUNCH: what holds between two dates instead.',
      }),
    ),
    weekday: z.optional(z.int().check(z.minimum(0), z.maximum(6))).check(
      z.meta({
        description: '0 (Monday) to 6 (Sunday). Special entries for a single day always have it.',
      }),
    ),
    start_time: z.optional(timeOfDay).check(z.meta({ description: 'Local time at the point, `hh:mm`.' })),
    end_time: z.optional(timeOfDay).check(z.meta({ description: 'Local time at the point, `hh:mm`.' })),
    start_date: z
      .optional(date)
      .check(z.meta({ description: 'First day of a special period, `DD/MM/YYYY`.' })),
    end_date: z.optional(date).check(z.meta({ description: 'Last day of a special period, `DD/MM/YYYY`.' })),
  })
  .check(
    z.meta({ id: 'Hour', description: 'A stretch of time at a point, of a usual week or of special days.' }),
  );

const address = z
  .strictObject({
    address_line_1: z.string(),
    address_line_2: z.optional(z.string()),
    address_line_3: z.optional(z.string()),
    suburb: z.optional(z.string()).check(z.meta({ description: 'Absent if the source has none.' })),
    state: z.optional(z.string()).check(z.meta({ description: 'Absent if the source has none.' })),
    postcode: z.optional(z.int32().check(z.minimum(0), z.maximum(9999))).check(
      z.meta({
        description: 'A number in version 2: Darwin, 0800, is 800. Absent if the source has none.',
      }),
    ),
    country_code: z.string().check(z.length(2), z.meta({ description: 'Two letters, ISO 3166.' })),
    country_name: z.string().check(z.meta({ description: 'In English.' })),
  })
  .check(z.meta({ id: 'Address', description: 'A street address.' }));

const geoLocation = z
  .strictObject({
    lat: z
      .number()
      .check(z.minimum(-90), z.maximum(90), z.meta({ description: 'Latitude, degrees of WGS 84.' })),
    lon: z
      .number()
      .check(z.minimum(-180), z.maximum(180), z.meta({ description: 'Longitude, degrees of WGS 84.' })),
  })
  .check(z.meta({ id: 'GeoLocation' }));

/** Point of version 2: an outlet or facility. */
export const point = z
  .strictObject({
    location_code: z.string().check(z.meta({ description: 'What the point is known by, and no other one.' })),
    partner_code: z.string().check(z.meta({ description: 'Who owns the point: `AP`.' })),
    name: z.optional(z.string()).check(
      z.meta({
        description: 'In upper case. Absent where the source has none, as for street post boxes.',
      }),
    ),
    type: locationType.check(
      z.meta({ description: 'Where one place is of several types there is a point for each of them.' }),
    ),
    description: z.string().check(z.meta({ description: 'What this type of point is called.' })),
    directions: z
      .optional(z.string())
      .check(z.meta({ description: 'Where a parcel locker stands: of type UPL alone.' })),
    phone_number: z.optional(z.string()),
    fax_number: z.optional(z.string()),
    address,
    delivery_point_id: z.optional(z.int32()).check(
      z.meta({
        description:
          "Identifier of the delivery point: the point's own, or else that of its address if it is 1 to 9 digits.",
      }),
    ),
    work_centre_id: z
      .int32()
      .check(z.meta({ description: 'Facility that the point belongs to, shared by all of its points.' })),
    hatch_description: z
      .optional(z.string())
      .check(z.meta({ description: 'About the window where parcels are picked up.' })),
    service_codes: z
      .array(z.string())
      .check(z.meta({ description: 'Codes of the services available at the point, in numeric order.' })),
    hours: z
      .array(hour)
      .check(z.meta({ description: 'Usual hours of the week, and those of special days.' })),
    usage_type: z.optional(z.enum(usageTypes)).check(
      z.meta({
        description:
          'Who may use a parcel locker: `1` anybody, `2` registered users only. Absent for other types.',
      }),
    ),
    geo_location: geoLocation,
  })
  .check(z.meta({ id: 'Point', description: 'An outlet or facility.' }));
export type Point = z.output<typeof point>;

/** A point found around coordinates: `distance` from them in kilometres, to the metre. */
export const nearbyPoint = z
  .strictObject({
    ...point.shape,
    geo_location: z
      .strictObject({
        ...geoLocation.shape,
        distance: z
          .number()
          .check(
            z.minimum(0),
            z.meta({ description: 'Kilometres from the coordinates that were asked for, to the metre.' }),
          ),
      })
      .check(z.meta({ id: 'GeoLocationWithDistance' })),
  })
  .check(z.meta({ id: 'NearbyPoint', description: 'A point that was found around coordinates.' }));
export type NearbyPoint = z.output<typeof nearbyPoint>;
