import * as z from 'zod/mini';
import { dayNames } from '../domain/location/hours/calendar.ts';
import { periodTypes } from '../domain/location/hours/opening-hours.ts';
import { locationType, postcodePattern } from '../domain/location/location.ts';

/** The work centre of version 3.0, as its specification names and types it; nothing else may stand in one. */

const hourMinute = z
  .strictObject({
    hour: z.int().check(z.minimum(0), z.maximum(23)),
    minute: z.int().check(z.minimum(0), z.maximum(59)),
  })
  .check(z.meta({ id: 'HourMinute', description: 'A time of day, local to the work centre.' }));

const standardHours = z
  .strictObject({
    periods: z.array(
      z.strictObject({ day: z.enum(dayNames), open: hourMinute, close: hourMinute }).check(
        z.meta({
          id: 'StandardHourPeriod',
          description:
            'An opening interval. One across midnight is split in two: until 23:59, and from 00:00 of the next day.',
        }),
      ),
    ),
  })
  .check(
    z.meta({
      id: 'CapabilityStandardHours',
      description:
        'The usual week without lunch breaks. A day may have several periods; a closed day has none.',
    }),
  );

const currentHours = z
  .strictObject({
    periods: z.array(
      z
        .strictObject({
          day: z.enum(dayNames),
          type: z.enum(periodTypes),
          open: z.optional(hourMinute),
          close: z.optional(hourMinute),
        })
        .check(
          z.meta({ id: 'CurrentHourPeriod', description: 'Without `open` and `close`, the day is closed.' }),
        ),
    ),
  })
  .check(
    z.meta({
      id: 'CapabilityCurrentHours',
      description: 'Seven days from today in the time zone of the work centre, including special days.',
    }),
  );

/** A group of capabilities. */
export const capabilityCategory = z
  .strictObject({ id: z.string(), name: z.string() })
  .check(z.meta({ id: 'CapabilityCategory', description: 'A group of capabilities.' }));

const capabilityLocation = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    attributes: z.strictObject({ lat: z.number(), lon: z.number(), name: z.string() }),
  })
  .check(
    z.meta({ id: 'CapabilityLocation', description: 'Reserved for future use: no capability has one yet.' }),
  );

const operationalCapability = z
  .strictObject({
    id: z.string().check(z.meta({ description: 'As in the list of all operational capabilities.' })),
    attributes: z.strictObject({
      name: z.string(),
      description: z.optional(z.string()),
      appointment_required: z
        .enum(['true', 'false'])
        .check(z.meta({ description: 'A string, not a boolean.' })),
      service_offering: z.boolean(),
      categories: z.array(capabilityCategory),
      current_hours: z.optional(currentHours),
      standard_hours: z.optional(standardHours),
      location: z.optional(capabilityLocation),
    }),
  })
  .check(
    z.meta({
      id: 'OperationalCapability',
      description: 'A service offered at a work centre, with its hours.',
    }),
  );

const workCentreAddress = z
  .strictObject({
    type: z
      .string()
      .check(z.meta({ description: '`STREET_ADDRESS`, `PARCEL_COLLECT` or `COLLECTION_POINT`.' })),
    attributes: z.strictObject({
      address_line_1: z.string(),
      address_line_2: z.optional(z.string()),
      address_line_3: z.optional(z.string()),
      country_code: z.string().check(z.length(2), z.meta({ description: 'Two letters, ISO 3166.' })),
      country_name: z.string(),
      directions: z.optional(z.string()).check(z.meta({ description: 'How to find it.' })),
      dpid: z.string().check(
        z.meta({
          description:
            'Delivery point identifier. The first address falls back to that of the location; empty if there is none.',
        }),
      ),
      postcode: z
        .union([z.string().check(z.regex(postcodePattern)), z.literal('')])
        .check(z.meta({ description: 'Four digits with leading zeros. Empty if the source has none.' })),
      state: z.string(),
      suburb: z.string(),
    }),
  })
  .check(z.meta({ id: 'WorkCentreAddress' }));

const workCentreAttributes = z
  .strictObject({
    business_name: z.string(),
    business_long_name: z.optional(z.string()),
    work_centre_id: z
      .string()
      .check(z.meta({ description: 'Facility that the work centres at one place share.' })),
    phone_number: z.optional(z.string()),
    fax_number: z.optional(z.string()),
    access_restriction_code: z.optional(z.string()).check(
      z.meta({
        description: 'Who may use a parcel locker, such as AL, RD, UD or NA.',
      }),
    ),
    location_type_code: z.optional(z.string()).check(
      z.meta({
        description: 'Location of a parcel locker, such as GL, HN, MY, RL or NA.',
      }),
    ),
    org_unit_type_description: z.string().check(z.meta({ description: 'Name of this type of work centre.' })),
    operational_capabilities: z.optional(z.array(operationalCapability)),
  })
  .check(z.meta({ id: 'WorkCentreAttributes' }));

const workCentreLocation = z
  .strictObject({
    attributes: z.strictObject({
      lat: z
        .number()
        .check(z.minimum(-90), z.maximum(90), z.meta({ description: 'Latitude, degrees of WGS 84.' })),
      lon: z
        .number()
        .check(z.minimum(-180), z.maximum(180), z.meta({ description: 'Longitude, degrees of WGS 84.' })),
      distance: z.number().check(
        z.minimum(0),
        z.meta({
          description:
            'Distance from the search point in kilometres, to the metre. 0 without a search point.',
        }),
      ),
    }),
    addresses: z.array(workCentreAddress),
  })
  .check(z.meta({ id: 'WorkCentreLocation' }));

/** Work centre: a location in version 3. */
export const workCentre = z
  .strictObject({
    id: z
      .string()
      .check(z.meta({ description: 'A number and a type suffix: the location code of version 2.' })),
    type: locationType,
    attributes: workCentreAttributes,
    location: workCentreLocation,
  })
  .check(z.meta({ id: 'WorkCentre', description: 'An outlet or facility.' }));

export type WorkCentre = z.output<typeof workCentre>;
export type WorkCentreAddress = z.output<typeof workCentreAddress>;
export type OperationalCapability = z.output<typeof operationalCapability>;
export type StandardHours = z.output<typeof standardHours>;
export type CurrentHours = z.output<typeof currentHours>;
