import * as z from 'zod/mini';
import type { EveryMember } from '../../shared/domain/every-member.ts';
import type { Neighbour } from '../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../shared/domain/location/catalogue/filter.ts';
import { parseDate, weekdayOf } from '../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../shared/domain/location/hours/entries.ts';
import {
  type Address,
  deliveryPointIdOf,
  type Location,
  locationType,
  principalAddress,
  servicesInOrder,
  usageTypeOf,
} from '../../shared/domain/location/location.ts';
import { described, listParam, textItem, textParam } from '../../shared/http/query-params.ts';
import type { NearbyPoint, Point, PointsResponse } from './contract.ts';

/** The only partner that is served. Requests for any other partner return empty lists. */
const servedPartner = 'AP';

/** Whether `pc` is the served partner's code or absent. */
export const isServedPartner = (pc: string | undefined): boolean => pc === undefined || pc === servedPartner;

/** Query parameter `pc`, which every operation has. */
export const partnerParam = described(
  textParam(),
  'Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.',
  'AP',
);

/** Query parameters of every operation that returns points. */
export const usageQuery = z.object({
  pc: partnerParam,
  usage_types: described(
    listParam(textItem()),
    'Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.',
    '1,2',
  ),
});

/** Query parameters of operations that find points of several types. */
export const pointQuery = z.extend(usageQuery, {
  types: described(
    listParam(locationType),
    `Comma-separated list of point types: any of ${locationType.options.join(', ')}. The default is all types.`,
    'PO,UPL',
  ),
});

export const toFilter = ({ pc, usage_types, types }: z.output<typeof pointQuery>): LocationFilter =>
  isServedPartner(pc) ? { usageTypes: usage_types, types } : { types: new Set() };

export const toPointsResponse = (locations: Iterable<Location>): PointsResponse => ({
  points: Array.from(locations, toPoint),
});

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

/** Maps a location to a point with its distance, rounded to the metre. */
export const toNearbyPoint = ({ location, distanceKm }: Neighbour): NearbyPoint => {
  const point = toPoint(location);
  return {
    ...point,
    geo_location: { ...point.geo_location, distance: Math.round(distanceKm * 1000) / 1000 },
  };
};

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

const toHour = (entry: HourEntry): EveryMember<Point['hours'][number]> => ({
  type: entry.type,
  weekday: weekdayOfEntry(entry),
  start_time: entry.startTime,
  end_time: entry.endTime,
  start_date: entry.startDate,
  end_date: entry.endDate,
});

/** Returns the entry's weekday. If an entry for a single day has none, returns the weekday of that day. */
const weekdayOfEntry = ({ weekday, startDate, endDate }: HourEntry): number | undefined => {
  if (weekday !== undefined || startDate === undefined || startDate !== endDate) return weekday;
  const day = parseDate(startDate);
  return day === undefined ? undefined : weekdayOf(day);
};
