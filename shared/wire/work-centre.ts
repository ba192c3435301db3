import * as z from 'zod';
import { unavailableReasons } from '../domain/availability/overlay.ts';
import { dayNames } from '../domain/location/hours/calendar.ts';
import { periodTypes } from '../domain/location/hours/opening-hours.ts';
import { locationType, postcodePattern } from '../domain/location/location.ts';
import { fits, maxEdge, maxGirth, maxWeight } from '../domain/location/parcel.ts';

/** The work centre of version 3.0, with exactly the members, names and types of its specification. */

const hourMinute = z
  .strictObject({ hour: z.int().min(0).max(23), minute: z.int().min(0).max(59) })
  .meta({ id: 'HourMinute', description: 'A time of day, local to the work centre.' });

const standardHourPeriod = z
  .strictObject({ day: z.enum(dayNames), open: hourMinute, close: hourMinute })
  .meta({
    id: 'StandardHourPeriod',
    description:
      'An opening interval. An interval that spans midnight is split in two: until 23:59, and from 00:00 the next day.',
  });

const standardHours = z.strictObject({ periods: z.array(standardHourPeriod) }).meta({
  id: 'CapabilityStandardHours',
  description: 'The usual week without lunch breaks. A day may have several periods; a closed day has none.',
});

const currentHourPeriod = z
  .strictObject({
    day: z.enum(dayNames),
    type: z.enum(periodTypes),
    open: hourMinute.optional(),
    close: hourMinute.optional(),
  })
  .meta({ id: 'CurrentHourPeriod', description: 'Without `open` and `close`, the day is closed.' });

const currentHours = z.strictObject({ periods: z.array(currentHourPeriod) }).meta({
  id: 'CapabilityCurrentHours',
  description: "Seven days from today in the work centre's time zone, including special days.",
});

export const capabilityCategory = z
  .strictObject({ id: z.string(), name: z.string() })
  .meta({ id: 'CapabilityCategory', description: 'A group of capabilities.' });

const capabilityLocation = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    attributes: z.strictObject({ lat: z.number(), lon: z.number(), name: z.string() }),
  })
  .meta({
    id: 'CapabilityLocation',
    description: 'Reserved for future use. No capability has a location yet.',
  });

const operationalCapability = z
  .strictObject({
    id: z.string().meta({ description: 'The same ID as in the list of operational capabilities.' }),
    attributes: z.strictObject({
      name: z.string(),
      description: z.string().optional(),
      appointment_required: z.enum(['true', 'false']).meta({ description: 'A string, not a boolean.' }),
      service_offering: z.boolean(),
      categories: z.array(capabilityCategory),
      current_hours: currentHours.optional(),
      standard_hours: standardHours.optional(),
      location: capabilityLocation.optional(),
    }),
  })
  .meta({ id: 'OperationalCapability', description: 'A service offered at a work centre, with its hours.' });

const workCentreAddress = z
  .strictObject({
    type: z.string().meta({ description: '`STREET_ADDRESS`, `PARCEL_COLLECT` or `COLLECTION_POINT`.' }),
    attributes: z.strictObject({
      address_line_1: z.string(),
      address_line_2: z.string().optional(),
      address_line_3: z.string().optional(),
      country_code: z.string().length(2).meta({ description: 'Two letters, ISO 3166.' }),
      country_name: z.string(),
      directions: z.string().optional().meta({ description: 'How to find the address.' }),
      dpid: z.string().meta({
        description:
          "Delivery point identifier. For the first address, defaults to the location's identifier. Empty if there " +
          'is none.',
      }),
      postcode: z
        .union([z.string().regex(postcodePattern), z.literal('')])
        .meta({ description: 'Four digits with leading zeros. Empty if the source has none.' }),
      state: z.string(),
      suburb: z.string(),
    }),
  })
  .meta({ id: 'WorkCentreAddress' });

const workCentreAttributes = z
  .strictObject({
    business_name: z.string(),
    business_long_name: z.string().optional(),
    work_centre_id: z
      .string()
      .meta({ description: 'Identifier of the facility. Work centres at the same place share it.' }),
    phone_number: z.string().optional(),
    fax_number: z.string().optional(),
    access_restriction_code: z.string().optional().meta({
      description: 'Who may use a parcel locker, such as AL, RD, UD or NA.',
    }),
    location_type_code: z.string().optional().meta({
      description: 'Location of a parcel locker, such as GL, HN, MY, RL or NA.',
    }),
    org_unit_type_description: z.string().meta({ description: 'Name of this type of work centre.' }),
    operational_capabilities: z.array(operationalCapability).optional(),
  })
  .meta({ id: 'WorkCentreAttributes' });

const workCentreLocation = z
  .strictObject({
    attributes: z.strictObject({
      lat: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees (WGS 84).' }),
      lon: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees (WGS 84).' }),
      distance: z.number().min(0).meta({
        description:
          'Distance from the search point in kilometres, rounded to the metre. 0 without a search point.',
      }),
    }),
    addresses: z.array(workCentreAddress),
  })
  .meta({ id: 'WorkCentreLocation' });

export const workCentre = z
  .strictObject({
    id: z.string().meta({ description: 'A number and a type suffix: the location code of version 2.' }),
    type: locationType,
    attributes: workCentreAttributes,
    location: workCentreLocation,
  })
  .meta({ id: 'WorkCentre', description: 'An outlet or facility.' });

/** Marks Waypost's additions to the specification. */
const extension = { 'x-waypost-extension': true };

const localInstant = z.iso.datetime({ offset: true });

const openingMembers = {
  at: localInstant.meta({
    description: 'Time for which the hours are evaluated, in local time: `open_at`, by default now.',
  }),
  state: z.enum(['OPEN', 'CLOSED', 'UNKNOWN']).meta({
    description: '`UNKNOWN` if no hours are known. Lunch breaks are `CLOSED`.',
  }),
  open_until: localInstant.optional().meta({
    description: 'When it closes, if it is open and closes within 14 days. A lunch break counts as closing.',
  }),
  next_opening: localInstant.optional().meta({
    description: 'When it opens, if it is closed and opens within 14 days.',
  }),
  special: z.boolean().optional().meta({
    description:
      'Whether the hours on the date of `at` differ from the usual week. Absent if no hours are known.',
  }),
};

const capabilityOpening = z.strictObject(openingMembers).meta({
  id: 'CapabilityOpening',
  description: 'Whether the capability is open, and when that changes. Absent if it has no hours.',
  ...extension,
});

/** Time with an offset, as the sender of a report wrote it. */
const timestamp = z.iso.datetime({ offset: true });

const availability = z
  .strictObject({
    accepting: z.boolean().meta({ description: 'Whether the work centre accepts parcels.' }),
    reason: z
      .enum(unavailableReasons)
      .optional()
      .meta({ description: 'Why the work centre does not accept parcels.' }),
    until: timestamp
      .optional()
      .meta({ description: 'When the report expires, unless another one replaces it.' }),
    as_of: timestamp.meta({
      description:
        'When this was observed. If there is no report about this work centre, the time of the last ' +
        'report about any work centre.',
    }),
  })
  .meta({
    id: 'WorkCentreAvailability',
    description:
      'With `fields=availability`: whether the work centre currently accepts parcels, according to reports. Absent ' +
      'if there are no current reports.',
    ...extension,
  });

const workCentreParcelLimits = z
  .strictObject({
    edges: z.array(z.int().min(1).max(maxEdge)).length(3).optional().meta({
      description: 'Maximum edge lengths in mm, longest first. A parcel may be turned to fit.',
    }),
    girth: z.int().min(1).max(maxGirth).optional().meta({
      description: 'Maximum girth in mm: twice the sum of the two shorter edges of the parcel.',
    }),
    weight: z.int().min(1).max(maxWeight).optional().meta({ description: 'Maximum weight in g.' }),
    fits: z.enum(fits).optional().meta({
      description:
        'Whether `parcel` fits. `UNKNOWN` if it exceeds no known limit, but a relevant limit is unknown.',
    }),
  })
  .meta({
    id: 'ParcelLimits',
    description: 'Limits for parcels that a work centre accepts, inclusive. Unknown limits are absent.',
    ...extension,
  });

const workCentreLifecycle = z
  .strictObject({
    opens_on: z.iso.date().optional().meta({ description: "First day, in the work centre's time zone." }),
    closes_on: z.iso.date().optional().meta({ description: 'Last day on which the work centre is open.' }),
    successor: z
      .string()
      .optional()
      .meta({
        description:
          'ID of the work centre that replaces this one and has already opened: the first one that lists this ID ' +
          'among its former IDs.',
      }),
  })
  .meta({
    id: 'WorkCentreLifecycle',
    description: 'When a work centre opens and permanently closes, and which one replaces it.',
    ...extension,
  });

const workCentreOpening = z
  .strictObject({
    time_zone: z.string().meta({ description: "IANA name of the work centre's time zone." }),
    ...openingMembers,
  })
  .meta({
    id: 'WorkCentreOpening',
    description:
      'Whether the work centre is open, and when that changes. With `attribute[operational_capabilities.id]`, it is ' +
      'open when any of these capabilities is.',
    ...extension,
  });

const sparseCapability = operationalCapability
  .partial({ attributes: true })
  .extend({ opening: capabilityOpening.optional() })
  .meta({
    id: 'SparseOperationalCapability',
    description: 'An operational capability with only the selected members.',
    ...extension,
  });

export const sparseWorkCentre = z
  .strictObject({
    id: workCentre.shape.id,
    type: workCentre.shape.type,
    attributes: workCentreAttributes
      .extend({ operational_capabilities: z.array(sparseCapability) })
      .partial()
      .meta({ id: 'SparseWorkCentreAttributes', ...extension })
      .optional(),
    location: workCentreLocation
      .partial()
      .meta({ id: 'SparseWorkCentreLocation', ...extension })
      .optional(),
    opening: workCentreOpening.optional(),
    availability: availability.optional(),
    former_ids: z
      .array(z.string())
      .optional()
      .meta({ description: 'Former IDs that find this work centre. Absent if there are none.' }),
    parcel_limits: workCentreParcelLimits.optional(),
    lifecycle: workCentreLifecycle.optional().meta({ description: 'Absent if nothing is planned.' }),
  })
  .meta({
    id: 'SparseWorkCentre',
    description: 'A work centre with the members that `fields` selects. `id` and `type` are always present.',
    ...extension,
  });

export type CapabilityOpening = z.output<typeof capabilityOpening>;
export type WorkCentreOpening = z.output<typeof workCentreOpening>;
export type WorkCentreLifecycle = z.output<typeof workCentreLifecycle>;
export type WorkCentreParcelLimits = z.output<typeof workCentreParcelLimits>;
export type SparseWorkCentre = z.output<typeof sparseWorkCentre>;
export type WorkCentre = z.output<typeof workCentre>;
export type WorkCentreAddress = z.output<typeof workCentreAddress>;
export type OperationalCapability = z.output<typeof operationalCapability>;
