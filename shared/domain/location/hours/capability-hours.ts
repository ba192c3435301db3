import type { Capability } from '../../capability/capability.ts';
import type { Location, OfferedService } from '../location.ts';
import { type HourEntry, ofTypes } from './entries.ts';
import type { OpeningEntries } from './opening-hours.ts';

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
