import timeZoneAt from '@photostructure/tz-lookup';
import * as z from 'zod/mini';
import { formatDate, parseDate, timeZoneName } from '../location/hours/calendar.ts';
import { busiestDate, busiestWeekday } from '../location/hours/checks.ts';
import { calendarDate, type HourEntry, hourTypes, isoDate, timeOfDay } from '../location/hours/entries.ts';
import {
  type Address,
  addressTypes,
  type Location,
  locationCodePattern,
  maxIdentifier,
  type OfferedService,
  usageTypes,
} from '../location/location.ts';
import { descriptionOfType, locationTypes } from '../location/location-types.ts';
import {
  anyListUpTo,
  expecting,
  integerField,
  listUpTo,
  notTestCode,
  oneOf,
  optional,
  optionalOr,
  optionalText,
  postcodeField,
  requiredText,
  serviceCodeField,
  toRecord,
} from './import-field.ts';
import { parcelLimitsField } from './parcel-limits-record.ts';

/** More than twice what a large location needs. */
export const maxAddresses = 20;

/** Several times what the largest offices offer. */
export const maxServices = 150;

/**
 * Maximum number of hour entries of a location or service. Two years with two special periods on each date need 1,462
 * entries, in addition to the usual week.
 */
export const maxHours = 2_000;

/**
 * Maximum number of entries for a weekday. Three openings with lunch breaks and a hatch with its own times need eight.
 * Version 3 shows seven days for each service, which takes at most 4 MB with these limits and maxServices.
 */
export const maxHoursOfWeekday = 12;

/** Maximum number of SPECIAL_ entries for a date, in addition to the entries for its weekday. */
export const maxSpecialHoursOfDate = 12;

/**
 * Maximum number of hour entries of all services together. It limits the number of issues about invalid entries. No
 * valid line has this many.
 */
const maxHoursOfServices = 8_000;

const identifier = integerField(0, maxIdentifier);

/** Creates the schema of a coordinate in degrees, from -`limit` to `limit`. */
export const degrees = (limit: number) => {
  const range = `must be from -${limit} to ${limit}`;
  return z.number(expecting('a number')).check(z.minimum(-limit, range), z.maximum(limit, range));
};

const timeZone = z.pipe(
  z.string(expecting('text')),
  z.transform((name, context) => {
    const found = timeZoneName(name);
    if (found !== undefined) return found;
    const message = 'must be the IANA name of a time zone, with capitals as in Australia/Sydney';
    context.issues.push({ code: 'custom', message, input: name });
    return z.NEVER;
  }),
);

// Addresses

const addressLine = z.object(
  {
    type: optionalOr(z.enum(addressTypes, oneOf(addressTypes)), 'STREET_ADDRESS'),
    address_line_1: requiredText(),
    address_line_2: optionalText(),
    address_line_3: optionalText(),
    suburb: optionalText(),
    state: optionalText(),
    postcode: optional(postcodeField),
    country_code: optionalOr(
      z.string(expecting('text')).check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
      'AU',
    ),
    country_name: optionalText(),
    delivery_point_id: optional(
      z.union(
        [
          z.pipe(
            z.string(),
            z.transform((text) => text.trim() || undefined),
          ),
          z.pipe(z.int().check(z.minimum(0)), z.transform(String)),
        ],
        expecting('text or an integer that is not negative'),
      ),
    ),
    directions: optionalText(),
  },
  expecting('an object'),
);

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The country name defaults to the English name of the country code, such as Australia for AU. */
const toAddress = (address: z.infer<typeof addressLine>): Address => ({
  ...toRecord(address),
  suburb: address.suburb ?? '',
  state: address.state ?? '',
  postcode: address.postcode ?? '',
  countryName: address.country_name ?? countryNames.of(address.country_code) ?? address.country_code,
});

const addresses = z.pipe(
  listUpTo(z.pipe(addressLine, z.transform(toAddress)), maxAddresses, 'addresses'),
  z.transform(([first, ...others], context): Location['addresses'] => {
    if (first) return [first, ...others];
    context.issues.push({ code: 'custom', message: 'must have at least one address', input: undefined });
    return z.NEVER;
  }),
);

// Hours

const weekdayRange = 'must be from 0 (Monday) to 6 (Sunday)';

const hourLine = z.object(
  {
    type: z.enum(hourTypes, oneOf(hourTypes)),
    weekday: optional(
      z.int(expecting('an integer')).check(z.minimum(0, weekdayRange), z.maximum(6, weekdayRange)),
    ),
    start_time: optional(timeOfDay),
    end_time: optional(timeOfDay),
    start_date: optional(calendarDate),
    end_date: optional(calendarDate),
  },
  expecting('an object'),
);
type HourLine = z.infer<typeof hourLine>;

const usualFields = ['weekday', 'start_time', 'end_time'] as const;
const dateFields = ['start_date', 'end_date'] as const;

const requiredFields: Readonly<Record<HourLine['type'], readonly (keyof HourLine)[]>> = {
  HOURS: usualFields,
  LUNCH: usualFields,
  HATCH: usualFields,
  SPECIAL_HOURS: ['start_time', 'end_time', ...dateFields],
  SPECIAL_LUNCH: ['start_time', 'end_time', ...dateFields],
  SPECIAL_CLOSED: dateFields,
};

const checkFields = (hour: HourLine, context: z.core.$RefinementCtx): void => {
  for (const field of requiredFields[hour.type])
    if (hour[field] === undefined)
      context.addIssue({ code: 'custom', path: [field], message: `is required for ${hour.type}` });
  const first = parseDate(hour.start_date ?? '');
  const last = parseDate(hour.end_date ?? '');
  if (first !== undefined && last !== undefined && last < first)
    context.addIssue({ code: 'custom', path: ['end_date'], message: 'must not be before start_date' });
};

const checkDays = (entries: readonly HourEntry[], context: z.core.$RefinementCtx): void => {
  const weekday = busiestWeekday(entries);
  if (weekday.entries > maxHoursOfWeekday)
    context.addIssue(
      `must have at most ${maxHoursOfWeekday} HOURS, LUNCH and HATCH entries on a weekday, but has ${weekday.entries} on weekday ${weekday.day}`,
    );
  const date = busiestDate(entries);
  if (date.entries > maxSpecialHoursOfDate)
    context.addIssue(
      `must have at most ${maxSpecialHoursOfDate} special entries on a date, but has ${date.entries} on ${formatDate(date.day)}`,
    );
};

// The limits apply only to imports, not to stored records.
const hours = optionalOr(
  listUpTo(
    z.pipe(
      hourLine.check(z.superRefine(checkFields)),
      z.transform((hour): HourEntry => toRecord(hour)),
    ),
    maxHours,
    'entries',
  ).check(z.superRefine(checkDays)),
  [],
);

// Services

const serviceLine = z.object({ code: serviceCodeField, hours }, expecting('an object'));

const hoursOfService = z.object({ hours: z.nullish(z.array(z.unknown())) });

const countHours = (services: readonly unknown[]): number =>
  services.reduce<number>(
    (count, one) => count + (hoursOfService.safeParse(one).data?.hours?.length ?? 0),
    0,
  );

const services = z.pipe(
  anyListUpTo(maxServices, 'services').check(
    z.refine(
      (all) => countHours(all) <= maxHoursOfServices,
      `must have at most ${maxHoursOfServices} hour entries in total`,
    ),
  ),
  z.array<z.ZodMiniType<z.infer<typeof serviceLine>>>(serviceLine),
);

/** If a code is duplicated, the last service with it is used. */
const toOfferedServices = (offered: z.infer<typeof services>): OfferedService[] => {
  const byCode = new Map(offered.map(({ code, hours }) => [code, hours]));
  return [...byCode].map(([code, hours]) => (hours.length > 0 ? { code, hours } : { code }));
};

// Former codes

const maxFormerCodes = 20;

const locationCode = z
  .string(expecting('text'))
  .check(z.regex(locationCodePattern, 'must be 1 to 40 letters, digits, _ or -'), notTestCode);

const formerCodes = z.pipe(
  optionalOr(
    listUpTo(locationCode, maxFormerCodes, 'codes').check(
      z.refine((codes) => new Set(codes).size === codes.length, 'must not contain duplicate codes'),
    ),
    [],
  ),
  // An empty list is stored like an absent one, so that equivalent records are equal.
  z.transform((codes) => (codes.length > 0 ? codes : undefined)),
);

// The location

const line = z.object(
  {
    location_code: locationCode,
    type: z.enum(locationTypes, oneOf(locationTypes)),
    partner_code: optionalText(),
    name: optionalText(),
    long_name: optionalText(),
    description: optionalText(),
    directions: optionalText(),
    phone_number: optionalText(),
    fax_number: optionalText(),
    hatch_description: optionalText(),
    work_centre_id: identifier,
    delivery_point_id: optional(identifier),
    usage_type: optional(z.enum(usageTypes, expecting('the text "1" or "2"'))),
    access_restriction_code: optionalText(),
    location_type_code: optionalText(),
    lat: degrees(90),
    lon: degrees(180),
    time_zone: optional(timeZone),
    addresses,
    services: optionalOr(services, []),
    hours,
    former_codes: formerCodes,
    parcel_limits: optional(parcelLimitsField),
    opens_on: optional(isoDate),
    closes_on: optional(isoDate),
    hours_confirmed_on: optional(isoDate),
  },
  expecting('an object'),
);

/** Schemas of the members of a line and of its addresses, which manual changes use to check single values. */
export const lineMembers = line.shape;
export const addressMembers = addressLine.shape;

const consistentLine = line.check(
  z.refine(({ location_code, former_codes = [] }) => !former_codes.includes(location_code), {
    path: ['former_codes'],
    message: 'must not contain the code of the location itself',
  }),
  z.refine(({ opens_on = '', closes_on }) => closes_on === undefined || opens_on <= closes_on, {
    path: ['closes_on'],
    message: 'must not be before opens_on',
  }),
);

const toLocation = ({ lat, lon, ...from }: z.infer<typeof line>): Location => ({
  ...toRecord(from),
  partnerCode: from.partner_code ?? 'AP',
  description: from.description ?? descriptionOfType[from.type],
  coordinates: { lat, lon },
  timeZone: from.time_zone ?? timeZoneAt(lat, lon),
  services: toOfferedServices(from.services),
});

/** Schema of a line in the locations file. Issues use the field names of the file. */
export const locationRecord = z.pipe(consistentLine, z.transform(toLocation));
