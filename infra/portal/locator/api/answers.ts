import * as z from 'zod/mini';
import { dayNames } from '../../../../shared/domain/location/hours/calendar.ts';

/**
 * What the locator reads of the answers of version 3. Fields beside these are left alone: a page that was opened
 * before a deployment goes on working after it.
 */

const hourMinute = z.object({ hour: z.number(), minute: z.number() });

const period = z.object({
  day: z.enum(dayNames),
  open: z.optional(hourMinute),
  close: z.optional(hourMinute),
});

const currentPeriod = z.extend(period, { type: z.string() });

const capabilityCategory = z.object({ id: z.string(), name: z.string() });

const shownCapability = z.object({
  id: z.string(),
  attributes: z.object({
    name: z.string(),
    appointment_required: z.string(),
    current_hours: z.optional(z.object({ periods: z.array(currentPeriod) })),
    standard_hours: z.optional(z.object({ periods: z.array(period) })),
  }),
});
/** A service of a work centre. */
export type ShownCapability = z.output<typeof shownCapability>;

const shownAddress = z.object({
  type: z.string(),
  attributes: z.object({
    address_line_1: z.string(),
    address_line_2: z.optional(z.string()),
    address_line_3: z.optional(z.string()),
    directions: z.optional(z.string()),
    dpid: z.string(),
    postcode: z.string(),
    state: z.string(),
    suburb: z.string(),
  }),
});
/** An address of a work centre. */
export type ShownAddress = z.output<typeof shownAddress>;

const shownWorkCentre = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.object({
    business_name: z.string(),
    business_long_name: z.optional(z.string()),
    work_centre_id: z.string(),
    phone_number: z.optional(z.string()),
    access_restriction_code: z.optional(z.string()),
    location_type_code: z.optional(z.string()),
    org_unit_type_description: z.string(),
    operational_capabilities: z.optional(z.array(shownCapability)),
  }),
  location: z.object({
    attributes: z.object({
      lat: z.number(),
      lon: z.number(),
      /** Kilometres. */
      distance: z.number(),
    }),
    addresses: z.array(shownAddress),
  }),
});
/** A work centre as the locator shows it. */
export type ShownWorkCentre = z.output<typeof shownWorkCentre>;

const pagination = z.object({ total: z.number() });

/** Of getWorkCentres. */
export const workCentresAnswer = z.object({ pagination, workcentres: z.array(shownWorkCentre) });
/** A page of work centres. */
export type WorkCentresAnswer = z.output<typeof workCentresAnswer>;

/** Of getWorkCentreByID. */
export const workCentreAnswer = z.object({ workcentres: z.array(shownWorkCentre).check(z.minLength(1)) });

/** Of getOperationalCapabilities. */
export const capabilitiesAnswer = z.object({
  pagination,
  operational_capabilities: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        name: z.optional(z.string()),
        categories: z.optional(z.array(capabilityCategory)),
      }),
    }),
  ),
});
/** One of all services. */
export type ListedCapability = z.output<typeof capabilitiesAnswer>['operational_capabilities'][number];

/** Of every error. */
export const errorAnswer = z.object({ errors: z.array(z.object({ detail: z.string() })) });
