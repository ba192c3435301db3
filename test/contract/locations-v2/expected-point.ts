import type { Point, Service } from '../../../functions/locations-v2/contract.ts';
import type {
  FixtureAddress,
  FixtureHour,
  FixtureLocation,
  FixtureService,
} from '../../support/fixture/fixture-network.ts';
import {
  descriptionOf,
  pointDeliveryPointOf,
  principalAddressOf,
  serviceCodesOf,
} from '../../support/fixture/fixture-oracle.ts';

const expectedAddress = (address: FixtureAddress): Point['address'] => ({
  address_line_1: address.address_line_1,
  address_line_2: address.address_line_2,
  address_line_3: address.address_line_3,
  suburb: address.suburb,
  state: address.state,
  postcode: address.postcode === undefined ? undefined : Number.parseInt(address.postcode, 10),
  country_code: address.country_code ?? 'AU',
  country_name: address.country_name ?? 'Australia',
});

/** Returns the weekday of a DD/MM/YYYY date, from 0 (Monday). */
const weekdayOn = (date: string): number =>
  (new Date(date.split('/').reverse().join('-')).getUTCDay() + 6) % 7;

/** Returns an hours entry as in its record, with the weekday if the entry is for a single day. */
const expectedHour = (hour: FixtureHour): FixtureHour => {
  const { start_date: start, end_date: end } = hour;
  if (hour.weekday !== undefined || start === undefined || start !== end) return hour;
  return { ...hour, weekday: weekdayOn(start) };
};

/** Returns the point that version 2 must show for an imported record. */
export const expectedPoint = (record: FixtureLocation): Point => {
  const address = principalAddressOf(record);
  return {
    location_code: record.location_code,
    partner_code: 'AP',
    name: record.name?.toUpperCase(),
    type: record.type,
    description: descriptionOf(record),
    directions: record.type === 'UPL' ? (record.directions ?? address.directions) : undefined,
    phone_number: record.phone_number,
    fax_number: record.fax_number,
    address: expectedAddress(address),
    delivery_point_id: pointDeliveryPointOf(record),
    work_centre_id: record.work_centre_id,
    hatch_description: record.hatch_description,
    service_codes: serviceCodesOf(record).map(String),
    hours: (record.hours ?? []).map(expectedHour),
    usage_type: record.type === 'UPL' ? record.usage_type : undefined,
    geo_location: { lat: record.lat, lon: record.lon },
  };
};

/** Returns a service as version 2 must show it, without the texts that the import derives. */
export const expectedService = (record: FixtureService): Omit<Service, 'url_name' | 'categories'> => ({
  service_code: record.service_code,
  partner_code: 'AP',
  name: record.name,
  description: record.description,
  appointment_required: record.appointment_required ?? false,
  searchable: record.searchable ?? true,
});
