import { greatCircleKm } from '../../spatial/index.ts';
import type { Capability } from '../capability/capability.ts';
import { type Holiday, unsetHolidays } from '../holiday.ts';
import { placesOfNetwork } from '../place/network-places.ts';
import { labelOf, type Place, placeCodeOf } from '../place/place.ts';
import { type AuditFinding, type AuditKind, auditKinds, holidayDays } from './audit-finding.ts';
import { catalogueInMemory } from './catalogue/catalogue.ts';
import type { LocationFilter } from './catalogue/filter.ts';
import { dayNames, dayOfIsoDate, formatIsoDate } from './hours/calendar.ts';
import { ofTypes } from './hours/entries.ts';
import { usualHours } from './hours/opening-hours.ts';
import { capabilityHours } from './hours/schedules.ts';
import { type Location, type LocationType, principalAddress } from './location.ts';
import { staffedTypes } from './location-types.ts';
import { type DateIn, datesAt, hasClosed } from './service-dates.ts';

/** No counter is staffed for more than two shifts of eight hours. Longer hours are an error such as 05:00 for 17:00. */
const maxHoursOfDay = 16;

/** Number of nearest locations of the same type to compare. It is odd, so that there is always a majority. */
const comparedNeighbours = 5;
/** Minimum number of neighbours. Fewer do not show what is usual. */
const minNeighbours = 3;
/** Radius within which outlets have similar hours. */
const neighbourhoodKm = 50;

/** Large rural suburbs extend about this far. A wrong suburb or position is usually much further away. */
const maxKmFromSuburb = 25;

/** Within the accuracy of geocoding, two positions this close may be the same door. */
const duplicateKm = 0.02;
const maxAtPosition = 100;

const maxDaysUnconfirmed = 365;

/** A network to audit, as stored in the tables. If it has no places, the places in its own addresses are used. */
export interface AuditedNetwork {
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
  readonly places: readonly Place[];
  readonly holidays: readonly Holiday[];
}

/** Returns findings about all locations that have not closed, ordered by kind, then by id. */
export const auditNetwork = (network: AuditedNetwork, now: Date): readonly AuditFinding[] => {
  const dateIn = datesAt(now);
  const locations = network.locations
    .filter((location) => !hasClosed(location, dateIn))
    .sort((one, other) => (one.locationCode < other.locationCode ? -1 : 1));
  const search = neighbourSearch(locations, network.capabilities);
  const rules: Readonly<Record<AuditKind, (location: Location) => readonly FindingOf<AuditKind>[]>> = {
    'holiday-hours': (location) => holidayFindings(location, network.holidays, dateIn),
    'long-hours': longHours,
    'missing-hours': missingHours(locations, network.capabilities, search),
    'far-from-suburb': farFromSuburb(locations, network.places),
    duplicate: duplicatesOf(search),
    'unconfirmed-hours': (location) => unconfirmedHours(location, dateIn),
  };
  return auditKinds.flatMap((kind) =>
    locations.flatMap((location) => {
      const { locationCode: id, name = '' } = location;
      return rules[kind](location).map((finding) => ({ id, name, ...finding }));
    }),
  );
};

type FindingOf<Kind extends AuditKind> = Kind extends AuditKind
  ? Omit<Extract<AuditFinding, { kind: Kind }>, 'id' | 'name'>
  : never;

const isStaffed = ({ type }: Location): boolean => staffedTypes.includes(type);

const holidayFindings = (location: Location, holidays: readonly Holiday[], dateIn: DateIn) =>
  unsetHolidays(location, holidays, dateIn, holidayDays).map(({ date, name }) => ({
    kind: 'holiday-hours' as const,
    date,
    holiday: name,
  }));

const longHours = (location: Location): readonly FindingOf<'long-hours'>[] => {
  if (!isStaffed(location)) return [];
  const days = usualHours({ entries: ofTypes(location.hours, 'HOURS', 'LUNCH') }).map((open, index) => ({
    day: dayNames[index] ?? 'MON',
    hours: open.reduce((sum, { start, end }) => sum + end - start, 0) / 60,
  }));
  const longest = days.reduce((one, other) => (other.hours > one.hours ? other : one));
  return longest.hours > maxHoursOfDay ? [{ kind: 'long-hours', ...longest }] : [];
};

/** Returns the other matching locations within a radius of a location, nearest first. */
type NeighbourSearch = (
  location: Location,
  radiusKm: number,
  size: number,
  filter?: LocationFilter,
) => readonly { readonly location: Location; readonly distanceKm: number }[];

const neighbourSearch = (
  locations: readonly Location[],
  capabilities: readonly Capability[],
): NeighbourSearch => {
  const catalogue = catalogueInMemory('audit', locations, capabilities);
  return ({ locationCode, type, coordinates: centre }, radiusKm, size, filter) => {
    const area = { centre, radiusKm };
    const request = { filter: { ...filter, types: new Set([type]) }, area, offset: 0, size: size + 1 };
    const found = [...catalogue.search(request).page];
    return found.filter(({ location }) => location.locationCode !== locationCode).slice(0, size);
  };
};

/** Finds locations without hours, or without hours for a service, if most of their neighbours have them. */
const missingHours = (
  locations: readonly Location[],
  capabilities: readonly Capability[],
  search: NeighbourSearch,
) => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const hasServiceHours = (location: Location, code: number): boolean => {
    const capability = byCode.get(code);
    const service = location.services.find((each) => each.code === code);
    return capability !== undefined && capabilityHours(location, service ?? {}, capability) !== undefined;
  };
  const subject = (type: LocationType, code?: number) => `${type} ${code}`;
  /** Location types, and services of a type, that have hours at some location. Street post boxes rarely have any. */
  const known = new Set<string>();
  for (const location of locations) {
    if (hasHours(location)) known.add(subject(location.type));
    for (const { code } of location.services)
      if (hasServiceHours(location, code)) known.add(subject(location.type, code));
  }
  const compare = (location: Location, service?: number): readonly FindingOf<'missing-hours'>[] => {
    if (!known.has(subject(location.type, service))) return [];
    const filter = service === undefined ? {} : { serviceCodes: new Set([service]) };
    const found = search(location, neighbourhoodKm, comparedNeighbours, filter);
    const neighbours = found.length;
    const withHours = found.filter((each) =>
      service === undefined ? hasHours(each.location) : hasServiceHours(each.location, service),
    ).length;
    if (neighbours < minNeighbours || withHours * 2 <= neighbours) return [];
    return [{ kind: 'missing-hours', ...(service !== undefined && { service }), neighbours, withHours }];
  };
  return (location: Location): readonly FindingOf<'missing-hours'>[] => {
    if (!hasHours(location)) return compare(location);
    const silent = location.services.filter(
      ({ code }) => byCode.has(code) && !hasServiceHours(location, code),
    );
    return silent.flatMap(({ code }) => compare(location, code));
  };
};

const hasHours = (location: Location): boolean =>
  [location, ...location.services].some(({ hours = [] }) => ofTypes(hours, 'HOURS', 'HATCH').length > 0);

const farFromSuburb = (locations: readonly Location[], imported: readonly Place[]) => {
  const places = imported.length > 0 ? imported : placesOfNetwork(locations);
  const byCode = new Map(places.map((place) => [place.code, place]));
  return (location: Location): readonly FindingOf<'far-from-suburb'>[] => {
    const place = byCode.get(placeCodeOf(principalAddress(location)));
    const km = place ? greatCircleKm(location.coordinates, place) : 0;
    return place && km > maxKmFromSuburb
      ? [{ kind: 'far-from-suburb', place: labelOf(place), km: Math.round(km) }]
      : [];
  };
};

/**
 * Finds pairs of locations of the same type at the same position. Reports each pair once. A location and its successor
 * are allowed to share a position.
 */
const duplicatesOf =
  (search: NeighbourSearch) =>
  (location: Location): readonly FindingOf<'duplicate'>[] =>
    search(location, duplicateKm, maxAtPosition).flatMap(({ location: other, distanceKm }) =>
      location.locationCode < other.locationCode && !takesOver(location, other) && !takesOver(other, location)
        ? [{ kind: 'duplicate', other: other.locationCode, metres: Math.round(distanceKm * 1_000) }]
        : [],
    );

const takesOver = ({ formerCodes = [] }: Location, { locationCode }: Location): boolean =>
  formerCodes.includes(locationCode);

const unconfirmedHours = (location: Location, dateIn: DateIn): readonly FindingOf<'unconfirmed-hours'>[] => {
  const { hoursConfirmedOn: confirmedOn, timeZone } = location;
  const oldest = formatIsoDate(dayOfIsoDate(dateIn(timeZone)) - maxDaysUnconfirmed);
  if (!isStaffed(location) || (confirmedOn !== undefined && confirmedOn >= oldest)) return [];
  return [{ kind: 'unconfirmed-hours', ...(confirmedOn !== undefined && { confirmedOn }) }];
};
