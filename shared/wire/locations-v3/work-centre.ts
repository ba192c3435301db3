import * as z from 'zod';
import { locationType, postcodePattern } from '../../domain/location/location.ts';
import { dayNames, periodTypes } from '../../domain/location/opening-hours.ts';

/** The work centre of version 3.0, as its specification names and types it; nothing else may stand in one. */

const hourMinute = z.strictObject({
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
});

/** Usual opening, lunch cut out: a day may have several periods, a closed day has none. */
const standardHours = z.strictObject({
  periods: z.array(z.strictObject({ day: z.enum(dayNames), open: hourMinute, close: hourMinute })),
});

/** The seven days from today in the location's own time zone; without `open` and `close` it is closed. */
const currentHours = z.strictObject({
  periods: z.array(
    z.strictObject({
      day: z.enum(dayNames),
      type: z.enum(periodTypes),
      open: hourMinute.optional(),
      close: hourMinute.optional(),
    }),
  ),
});

/** A group of capabilities. */
export const capabilityCategory = z.strictObject({ id: z.string(), name: z.string() });

const operationalCapability = z.strictObject({
  id: z.string(),
  attributes: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    appointment_required: z.enum(['true', 'false']),
    service_offering: z.boolean(),
    categories: z.array(capabilityCategory),
    current_hours: currentHours.optional(),
    standard_hours: standardHours.optional(),
  }),
});

const workCentreAddress = z.strictObject({
  type: z.string(),
  attributes: z.strictObject({
    address_line_1: z.string(),
    address_line_2: z.string().optional(),
    address_line_3: z.string().optional(),
    country_code: z.string().length(2),
    country_name: z.string(),
    directions: z.string().optional(),
    /** Empty where the address has none. */
    dpid: z.string(),
    postcode: z.string().regex(postcodePattern).or(z.literal('')),
    state: z.string(),
    suburb: z.string(),
  }),
});

/** A location as version 3 shows it. */
export const workCentre = z.strictObject({
  /** A number and a type suffix: version 2's location code. */
  id: z.string(),
  type: locationType,
  attributes: z.strictObject({
    business_name: z.string(),
    business_long_name: z.string().optional(),
    work_centre_id: z.string(),
    phone_number: z.string().optional(),
    fax_number: z.string().optional(),
    access_restriction_code: z.string().optional(),
    location_type_code: z.string().optional(),
    org_unit_type_description: z.string(),
    operational_capabilities: z.array(operationalCapability).optional(),
  }),
  location: z.strictObject({
    attributes: z.strictObject({
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      /** Kilometres from the search point, to the metre; 0 where the request names none. */
      distance: z.number().min(0),
    }),
    addresses: z.array(workCentreAddress),
  }),
});

export type WorkCentre = z.output<typeof workCentre>;
export type WorkCentreAddress = z.output<typeof workCentreAddress>;
export type OperationalCapability = z.output<typeof operationalCapability>;
export type StandardHours = z.output<typeof standardHours>;
export type CurrentHours = z.output<typeof currentHours>;
