import type { Capability } from '../../capability/capability.ts';
import { lazy } from '../../lazy.ts';
import type { Location, OfferedService } from '../location.ts';
import { invalidEntries } from './checks.ts';
import { type HourEntry, ofTypes } from './entries.ts';
import { intervalOf } from './intervals.ts';
import { type OpeningEntries, standardHours } from './opening-hours.ts';

/** List of hours. A place is open when it is open according to any of them. Empty if no hours are known. */
export type Schedule = readonly OpeningEntries[];

/** Returns the schedules of a location. Each is computed on first use. */
export const schedulesOf = (
  location: Pick<Location, 'hours' | 'services'>,
  capabilityOf: (serviceCode: number) => Capability | undefined,
) => {
  const inherited = new Map<Capability['hoursFrom'], OpeningEntries | undefined>();
  const usual = lazy(() =>
    ofTypes(location.hours, 'HOURS').some(isReadable)
      ? capabilityHours(location, {}, { hoursFrom: 'LOCATION' })
      : undefined,
  );
  /** Returns the hours of a service; undefined if it has none. Services with the location's hours share one object. */
  const hoursOf = (
    service: OfferedService,
    { hoursFrom }: Pick<Capability, 'hoursFrom'>,
  ): OpeningEntries | undefined => {
    const compute = () => knownHours(capabilityHours(location, service, { hoursFrom }));
    if (service.hours?.length) return compute();
    if (!inherited.has(hoursFrom)) inherited.set(hoursFrom, compute());
    return inherited.get(hoursFrom);
  };
  const offered = lazy(() =>
    location.services.flatMap((service) => {
      const capability = capabilityOf(service.code);
      return capability ? [{ id: capability.capabilityId, hours: hoursOf(service, capability) }] : [];
    }),
  );
  /** The schedule of each capability, by id. A capability without hours is open when the location is. */
  const byCapability = lazy((): ReadonlyMap<string, Schedule> => {
    const schedules = new Map<string, Schedule>();
    for (const { id, hours } of offered())
      schedules.set(id, distinct([...(schedules.get(id) ?? []), hours ?? usual()]));
    return schedules;
  });
  return {
    hoursOf,
    byCapability,
    /** Returns the schedule of these capabilities together, which is open when any of them is. */
    ofCapabilities: (ids: ReadonlySet<string>) =>
      distinct([...ids].flatMap((id) => byCapability().get(id) ?? [])),
    /** Returns the location's schedule. A location without usual hours is open when any of its capabilities is. */
    ofLocation(): Schedule {
      const hours = usual();
      return hours ? [hours] : distinct(offered().map((each) => each.hours));
    },
  };
};

export type LocationSchedules = ReturnType<typeof schedulesOf>;

const isReadable = (entry: HourEntry): boolean => intervalOf(entry) !== undefined;

/**
 * Returns the hours; undefined if they have invalid entries but no opening, because the service may then be open at
 * unknown times.
 */
const knownHours = (hours: OpeningEntries | undefined): OpeningEntries | undefined => {
  if (!hours) return undefined;
  const all = [...hours.entries, ...(hours.ofLocation ?? [])];
  const special = ofTypes(hours.isHatch ? hours.entries : all, 'SPECIAL_HOURS');
  const opens = standardHours(hours).length > 0 || special.some(isReadable);
  return opens || invalidEntries(all).length === 0 ? hours : undefined;
};

const distinct = (hours: readonly (OpeningEntries | undefined)[]): Schedule =>
  [...new Set(hours)].filter((each) => each !== undefined);

type HoursFrom = Capability['hoursFrom'];

/**
 * Returns the entries for the hours of a capability at a location, for standardHours and currentHours. The usual hours
 * are the service's own or, if it has none, the hours of the location or its hatch, depending on the capability.
 * Undefined if there are no usual hours, because SPECIAL_ entries are not enough to tell when a service is open.
 */
export const capabilityHours = (
  location: Pick<Location, 'hours'>,
  { hours: own = [] }: Partial<OfferedService>,
  { hoursFrom }: Pick<Capability, 'hoursFrom'>,
): OpeningEntries | undefined => {
  if (has(own, 'HOURS') || has(own, 'HATCH')) return ownHours(location.hours, own, hoursFrom);
  const inherited = inheritedHours(location.hours, hoursFrom);
  return inherited && { ...inherited, entries: [...inherited.entries, ...own] };
};

/** Returns the hours of a service with its own hours. It closes with the location, but does not open with it. */
const ownHours = (
  ofLocation: readonly HourEntry[],
  own: readonly HourEntry[],
  hoursFrom: HoursFrom,
): OpeningEntries => {
  const isHatch = has(own, 'HATCH') && (hoursFrom === 'HATCH' || !has(own, 'HOURS'));
  return {
    entries: isHatch ? hatchAsHours(own) : own.filter(({ type }) => type !== 'HATCH'),
    ofLocation: ofTypes(ofLocation, 'SPECIAL_CLOSED'),
  };
};

const inheritedHours = (hours: readonly HourEntry[], hoursFrom: HoursFrom): OpeningEntries | undefined => {
  if (hoursFrom === 'LOCATION' && has(hours, 'HOURS'))
    return {
      entries: ofTypes(hours, 'HOURS', 'LUNCH'),
      ofLocation: ofTypes(hours, 'SPECIAL_HOURS', 'SPECIAL_LUNCH', 'SPECIAL_CLOSED'),
    };
  // The hatch stays open during the counter's lunch break.
  if (hoursFrom === 'HATCH' && has(hours, 'HATCH'))
    return {
      entries: hatchAsHours(ofTypes(hours, 'HATCH')),
      ofLocation: ofTypes(hours, 'SPECIAL_HOURS', 'SPECIAL_CLOSED'),
      isHatch: true,
    };
  return undefined;
};

/** Replaces HOURS with HATCH entries, and keeps all other entries. */
const hatchAsHours = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries
    .filter(({ type }) => type !== 'HOURS')
    .map((entry) => (entry.type === 'HATCH' ? { ...entry, type: 'HOURS' } : entry));

const has = (entries: readonly HourEntry[], sought: HourEntry['type']): boolean =>
  entries.some(({ type }) => type === sought);
