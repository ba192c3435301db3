import timeZoneAt from '@photostructure/tz-lookup';
import * as z from 'zod';
import {
  absentable,
  absentableOr,
  absentableText,
  expecting,
  oneOf,
  serviceCodeField,
  withoutAbsent,
} from '../../import-field.ts';
import { isTimeZone } from '../hours/calendar-day.ts';
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
const nineDigitInteger = z.int(expecting('an integer')).min(0, nineDigits).max(largestIdentifier, nineDigits);

const degrees = (limit: number) => {
  const range = `must be from -${limit} to ${limit}`;
  return z.number(expecting('a number')).min(-limit, range).max(limit, range);
};

/** Several times what the largest offices of a network offer. Each shows its hours: see mostHoursOfWeekday. */
export const mostServices = 150;

/** A street, a few counters and walls of lockers, and where parcels are collected, take less than half of these. */
export const mostAddresses = 20;

const hours = absentableOr(hoursRecord, []);

const service = z.object(
  {
    code: serviceCodeField,
    hours,
  },
  expecting('an object'),
);

const line = z.object(
  {
    location_code: z
      .string(expecting('text'))
      .regex(locationCodePattern, 'must be 1 to 40 of letters, digits, _ and -'),
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
    time_zone: absentable(
      z.string(expecting('text')).refine(isTimeZone, 'must be the IANA name of a time zone'),
    ),
    addresses: z
      .tuple([addressRecord], addressRecord, expecting('an array'))
      .refine(({ length }) => length <= mostAddresses, `must have at most ${mostAddresses} addresses`),
    services: absentableOr(
      z.array(service, expecting('an array')).max(mostServices, `must have at most ${mostServices} services`),
      [],
    ),
    hours,
  },
  expecting('an object'),
);
type Line = z.infer<typeof line>;

/** Each service once; where a line names one twice, the last counts. */
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

/** One line of the locations file. Issues name the fields as the file does. */
export const locationRecord = line.transform(toLocation);
