import { dayNames } from '../domain/location/hours/calendar.ts';
import type { StandardPeriod } from '../domain/location/hours/opening-hours.ts';
import type { WorkCentre } from './work-centre.ts';

/** Value of a column. In a spreadsheet, several values are joined by semicolons. */
export type Cell = string | number | readonly string[] | undefined;

/** Returns the principal address, which comes first. */
const addressOf = ({ location }: WorkCentre) => location.addresses[0]?.attributes;

/** Columns of a flat work centre, in order. Their names are the same as in version 3, except `description`. */
const columns: Readonly<Record<string, (shown: WorkCentre) => Cell>> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  business_name: ({ attributes }) => attributes.business_name,
  business_long_name: ({ attributes }) => attributes.business_long_name,
  work_centre_id: ({ attributes }) => attributes.work_centre_id,
  phone_number: ({ attributes }) => attributes.phone_number,
  fax_number: ({ attributes }) => attributes.fax_number,
  description: ({ attributes }) => attributes.org_unit_type_description,
  lat: ({ location }) => location.attributes.lat,
  lon: ({ location }) => location.attributes.lon,
  address_line_1: (shown) => addressOf(shown)?.address_line_1,
  address_line_2: (shown) => addressOf(shown)?.address_line_2,
  address_line_3: (shown) => addressOf(shown)?.address_line_3,
  suburb: (shown) => addressOf(shown)?.suburb,
  state: (shown) => addressOf(shown)?.state,
  postcode: (shown) => addressOf(shown)?.postcode,
  country_code: (shown) => addressOf(shown)?.country_code,
  dpid: (shown) => addressOf(shown)?.dpid,
  operational_capabilities: (shown) => capabilitiesOf(shown).map(({ id }) => id),
  opening_hours: (shown) => usualOpening(shown),
};

/** Names of the columns, in order. */
export const columnNames: readonly string[] = Object.keys(columns);

/**
 * Flattens a work centre to one row. It has the principal address, the ids of the capabilities, and the usual hours in
 * OpenStreetMap's `opening_hours` notation.
 */
export const flatWorkCentre = (shown: WorkCentre): Readonly<Record<string, Cell>> =>
  Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(shown)]));

const capabilitiesOf = ({ attributes }: WorkCentre) => attributes.operational_capabilities ?? [];

/**
 * Returns the usual hours of a work centre. Because hours belong to services, this is the week that the most services
 * have, or the first of several such weeks. Undefined if no service has hours.
 */
const usualOpening = (shown: WorkCentre): string | undefined => {
  // Services that take their hours from the location share one object, whose week is formatted once.
  const servicesByHours = Map.groupBy(capabilitiesOf(shown), ({ attributes }) => attributes.standard_hours);
  const servicesByWeek = new Map<string, number>();
  for (const [hours, services] of servicesByHours) {
    const week = formatWeek(hours?.periods ?? []);
    if (week !== '') servicesByWeek.set(week, (servicesByWeek.get(week) ?? 0) + services.length);
  }
  return [...servicesByWeek].sort(([, some], [, others]) => others - some)[0]?.[0];
};

/** OpenStreetMap's names for the days in `dayNames`. */
const openStreetMapDays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Formats a week, such as `Mo-Fr 09:00-12:00,13:00-17:00; Sa 09:00-12:00`. Consecutive days with the same hours are
 * joined. Empty without hours.
 */
const formatWeek = (periods: readonly StandardPeriod[]): string => {
  const hoursOfDays = dayNames.map((day) =>
    periods
      .filter((period) => period.day === day)
      .map(({ open, close }) => `${formatTime(open)}-${formatTime(close)}`)
      .join(','),
  );
  if (hoursOfDays.every((hours) => hours === '00:00-23:59')) return '24/7';
  const groups: string[] = [];
  for (let first = 0; first < hoursOfDays.length; ) {
    const hours = hoursOfDays[first];
    let last = first;
    while (last + 1 < hoursOfDays.length && hoursOfDays[last + 1] === hours) last++;
    const [from, to] = [openStreetMapDays[first], openStreetMapDays[last]];
    if (hours !== '') groups.push(`${from === to ? from : `${from}-${to}`} ${hours}`);
    first = last + 1;
  }
  return groups.join('; ');
};

const formatTime = ({ hour, minute }: StandardPeriod['open']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
