import type { Capability } from '../domain/capability/capability.ts';
import { dayNames } from '../domain/location/hours/calendar.ts';
import { capabilityHours } from '../domain/location/hours/capability-hours.ts';
import { type StandardPeriod, standardHours } from '../domain/location/hours/opening-hours.ts';
import { type Location, principalOf, servicesInOrder } from '../domain/location/location.ts';
import type { WorkCentre } from './work-centre.ts';

/** A location with its work centre, to be flattened to one row. */
export interface ExportedLocation {
  readonly location: Location;
  readonly workCentre: WorkCentre;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
}

/** Value of a column; several values are joined by semicolons in a spreadsheet. */
export type Cell = string | number | readonly string[] | undefined;

const addressOf = ({ workCentre }: ExportedLocation) =>
  principalOf(workCentre.location.addresses)?.attributes;

/** Columns of a flat work centre in their order. Names are those of version 3, except `description`. */
const columns: Readonly<Record<string, (exported: ExportedLocation) => Cell>> = {
  id: ({ workCentre }) => workCentre.id,
  type: ({ workCentre }) => workCentre.type,
  business_name: ({ workCentre }) => workCentre.attributes.business_name,
  business_long_name: ({ workCentre }) => workCentre.attributes.business_long_name,
  work_centre_id: ({ workCentre }) => workCentre.attributes.work_centre_id,
  phone_number: ({ workCentre }) => workCentre.attributes.phone_number,
  fax_number: ({ workCentre }) => workCentre.attributes.fax_number,
  description: ({ workCentre }) => workCentre.attributes.org_unit_type_description,
  lat: ({ location }) => location.coordinates.lat,
  lon: ({ location }) => location.coordinates.lon,
  address_line_1: (exported) => addressOf(exported)?.address_line_1,
  address_line_2: (exported) => addressOf(exported)?.address_line_2,
  address_line_3: (exported) => addressOf(exported)?.address_line_3,
  suburb: (exported) => addressOf(exported)?.suburb,
  state: (exported) => addressOf(exported)?.state,
  postcode: (exported) => addressOf(exported)?.postcode,
  country_code: (exported) => addressOf(exported)?.country_code,
  dpid: (exported) => addressOf(exported)?.dpid,
  operational_capabilities: ({ workCentre }) =>
    (workCentre.attributes.operational_capabilities ?? []).map(({ id }) => id),
  opening_hours: (exported) => usualOpening(exported),
};

/** Names of the columns in their order. */
export const columnNames: readonly string[] = Object.keys(columns);

/**
 * Flattens a work centre to one row: its first street address (or else its first address), the ids of its capabilities,
 * and its usual hours in OpenStreetMap's `opening_hours` notation.
 */
export const flatWorkCentre = (exported: ExportedLocation): Readonly<Record<string, Cell>> =>
  Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(exported)]));

/**
 * Returns the usual hours of a work centre. Each service has its own hours; the result is the week that most services
 * share, the first if several do. Undefined if no service has hours.
 */
const usualOpening = ({ location, capabilityOf }: ExportedLocation): string | undefined => {
  const inherited = new Map<Capability['hoursFrom'], string>();
  const weekOf = (service: Location['services'][number], capability: Capability): string => {
    const { hoursFrom } = capability;
    const known = service.hours === undefined ? inherited.get(hoursFrom) : undefined;
    if (known !== undefined) return known;
    const hours = capabilityHours(location, service, capability);
    const week = hours ? formatWeek(standardHours(hours)) : '';
    if (service.hours === undefined) inherited.set(hoursFrom, week);
    return week;
  };
  const servicesByWeek = new Map<string, number>();
  for (const service of servicesInOrder(location)) {
    const capability = capabilityOf(service.code);
    const week = capability ? weekOf(service, capability) : '';
    if (week !== '') servicesByWeek.set(week, (servicesByWeek.get(week) ?? 0) + 1);
  }
  const shared = Math.max(0, ...servicesByWeek.values());
  return [...servicesByWeek].find(([, count]) => count === shared)?.[0];
};

/** Names of `dayNames` in OpenStreetMap. */
const openStreetMapDays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const roundTheClock = '00:00-23:59';

/**
 * Formats a week, joining neighbouring days with the same hours: `Mo-Fr 09:00-17:00; Sa 09:00-12:00`. Empty without
 * hours.
 */
const formatWeek = (periods: readonly StandardPeriod[]): string => {
  const hoursOfDays = dayNames.map((day) => formatDay(periods.filter((period) => period.day === day)));
  if (hoursOfDays.every((hours) => hours === roundTheClock)) return '24/7';
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

/** Formats the periods of one day: `09:00-12:00,13:00-17:00`. */
const formatDay = (periods: readonly StandardPeriod[]): string =>
  periods.map(({ open, close }) => `${formatTime(open)}-${formatTime(close)}`).join(',');

const formatTime = ({ hour, minute }: StandardPeriod['open']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
