import type { EveryMember } from '../../domain/every-member.ts';
import { parseDate, weekdayOf } from '../../domain/location/hours/calendar.ts';
import type { HourEntry } from '../../domain/location/hours/entries.ts';
import {
  type Address,
  deliveryPointIdOf,
  type Location,
  principalAddress,
  servicesInOrder,
  usageTypeOf,
} from '../../domain/location/location.ts';
import type { Point } from './point.ts';

const toAddress = (address: Address): EveryMember<Point['address']> => ({
  address_line_1: address.addressLine1,
  address_line_2: address.addressLine2,
  address_line_3: address.addressLine3,
  suburb: address.suburb || undefined,
  state: address.state || undefined,
  postcode: address.postcode === '' ? undefined : Number(address.postcode),
  country_code: address.countryCode,
  country_name: address.countryName,
});

/** Returns the weekday of an entry: the one it has, or else that of its date if it is for a single day. */
const weekdayOfEntry = ({ weekday, startDate, endDate }: HourEntry): number | undefined => {
  if (weekday !== undefined || startDate === undefined || startDate !== endDate) return weekday;
  const day = parseDate(startDate);
  return day === undefined ? undefined : weekdayOf(day);
};

const toHour = (entry: HourEntry): EveryMember<Point['hours'][number]> => ({
  type: entry.type,
  weekday: weekdayOfEntry(entry),
  start_time: entry.startTime,
  end_time: entry.endTime,
  start_date: entry.startDate,
  end_date: entry.endDate,
});

/** Maps a location to a version 2 point. `geo_location` comes last, as point-text.ts cuts the text there. */
export const toPoint = (location: Location): EveryMember<Point> => {
  const address = principalAddress(location);
  return {
    location_code: location.locationCode,
    partner_code: location.partnerCode,
    name: location.name?.toUpperCase(),
    type: location.type,
    description: location.description,
    directions: location.type === 'UPL' ? (location.directions ?? address.directions) : undefined,
    phone_number: location.phoneNumber,
    fax_number: location.faxNumber,
    address: toAddress(address),
    delivery_point_id: deliveryPointIdOf(location),
    work_centre_id: location.workCentreId,
    hatch_description: location.hatchDescription,
    service_codes: servicesInOrder(location).map(({ code }) => String(code)),
    hours: location.hours.map(toHour),
    usage_type: usageTypeOf(location),
    geo_location: { lat: location.coordinates.lat, lon: location.coordinates.lon },
  };
};
