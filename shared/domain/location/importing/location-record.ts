import timeZoneAt from '@photostructure/tz-lookup';
import * as z from 'zod/mini';
import {
  absentable,
  absentableOr,
  absentableText,
  anyListUpTo,
  expecting,
  listUpTo,
  oneOf,
  serviceCodeField,
  withoutAbsent,
} from '../../import-field.ts';
import { timeZoneName } from '../hours/time-zone.ts';
import {
  type Location,
  largestIdentifier,
  locationCodePattern,
  type OfferedService,
  usageTypes,
} from '../location.ts';
import { descriptionOfType, locationTypes } from '../location-types.ts';
import { addressRecord } from './address-record.ts';
import { hoursRecord } from './hours-record.ts';

const nineDigits = `must be an integer from 0 to ${largestIdentifier}`;
const nineDigitInteger = z
  .int(expecting('an integer'))
  .check(z.minimum(0, nineDigits), z.maximum(largestIdentifier, nineDigits));

const degrees = (limit: number) => {
  const range = `must be from -${limit} to ${limit}`;
  return z.number(expecting('a number')).check(z.minimum(-limit, range), z.maximum(limit, range));
};

/**
 * Maximum number of services: several times what the largest offices offer. Each shows its hours: see
 * mostHoursOfWeekday.
 */
export const mostServices = 150;

/** Maximum number of addresses: a street, a few counters, lockers and a collection point need less than half. */
export const mostAddresses = 20;

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

const hours = absentableOr(hoursRecord, []);

const service = z.object(
  {
    code: serviceCodeField,
    hours,
  },
  expecting('an object'),
);

/** Maximum number of hours of all services: no line has room for as many valid ones, and each bad one is an issue. */
const mostHoursOfServices = 8_000;

const hoursOfService = z.object({ hours: z.nullish(z.array(z.unknown())) });

const countHours = (services: readonly unknown[]): number =>
  services.reduce<number>(
    (count, one) => count + (hoursOfService.safeParse(one).data?.hours?.length ?? 0),
    0,
  );

const services = z.pipe(
  anyListUpTo(mostServices, 'services').check(
    z.refine(
      (all) => countHours(all) <= mostHoursOfServices,
      `must have at most ${mostHoursOfServices} entries of hours in all`,
    ),
  ),
  z.array<z.ZodMiniType<z.infer<typeof service>>>(service),
);

const addresses = z.pipe(
  listUpTo(addressRecord, mostAddresses, 'addresses'),
  z.transform(([first, ...others], context): Location['addresses'] => {
    if (first) return [first, ...others];
    context.issues.push({ code: 'custom', path: [0], message: 'is missing', input: undefined });
    return z.NEVER;
  }),
);

const line = z.object(
  {
    location_code: z
      .string(expecting('text'))
      .check(z.regex(locationCodePattern, 'must be 1 to 40 of letters, digits, _ and -')),
    type: z.enum(locationTypes, oneOf(locationTypes)),
    partner_code: absentableText,
    name: absentableText,
    long_name: absentableText,
    description: absentableText,
    directions: absentableText,
    phone_number: absentableText,
    fax_number: absentableText,
    hatch_description: absentableText,
    work_centre_id: nineDigitInteger,
    delivery_point_id: absentable(nineDigitInteger),
    usage_type: absentable(z.enum(usageTypes, oneOf(usageTypes))),
    access_restriction_code: absentableText,
    location_type_code: absentableText,
    lat: degrees(90),
    lon: degrees(180),
    time_zone: absentable(timeZone),
    addresses,
    services: absentableOr(services, []),
    hours,
  },
  expecting('an object'),
);
type Line = z.infer<typeof line>;

/** Maps services, each once; if a line names one twice, the last wins. */
const toOfferedServices = (services: Line['services']): OfferedService[] => {
  const byCode = new Map(services.map(({ code, hours }) => [code, hours]));
  return [...byCode].map(([code, hours]) => (hours.length > 0 ? { code, hours } : { code }));
};

const toLocation = (from: Line): Location =>
  withoutAbsent({
    locationCode: from.location_code,
    type: from.type,
    partnerCode: from.partner_code ?? 'AP',
    name: from.name,
    longName: from.long_name,
    description: from.description ?? descriptionOfType[from.type],
    directions: from.directions,
    phoneNumber: from.phone_number,
    faxNumber: from.fax_number,
    hatchDescription: from.hatch_description,
    workCentreId: from.work_centre_id,
    deliveryPointId: from.delivery_point_id,
    usageType: from.usage_type,
    accessRestrictionCode: from.access_restriction_code,
    locationTypeCode: from.location_type_code,
    coordinates: { lat: from.lat, lon: from.lon },
    timeZone: from.time_zone ?? timeZoneAt(from.lat, from.lon),
    addresses: from.addresses,
    services: toOfferedServices(from.services),
    hours: from.hours,
  });

/** One line of the locations file. Issues use the field names of the file. */
export const locationRecord = z.pipe(line, z.transform(toLocation));
