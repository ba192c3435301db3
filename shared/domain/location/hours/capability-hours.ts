import type { Capability } from '../../capability/capability.ts';
import type { Location, OfferedService } from '../location.ts';
import type { HourEntry } from './hour-entry.ts';
import type { OpeningEntries } from './opening-hours.ts';

/** Properties of a location, of an offered service and of its capability that determine hours. */
type OfLocation = Pick<Location, 'hours'>;
type OfService = Partial<OfferedService>;
type OfCapability = Pick<Capability, 'hoursFrom'>;

const has = (entries: readonly HourEntry[], sought: HourEntry['type']): boolean =>
  entries.some(({ type }) => type === sought);

const ofTypes = (entries: readonly HourEntry[], ...types: readonly HourEntry['type'][]) =>
  entries.filter(({ type }) => types.includes(type));

/** Replaces HOURS by HATCH entries; other entries still count. */
const hatchAsHours = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries
    .filter(({ type }) => type !== 'HOURS')
    .map((entry) => (entry.type === 'HATCH' ? { ...entry, type: 'HOURS' } : entry));

const isOpenedByHatch = (entries: readonly HourEntry[], capability: OfCapability) =>
  has(entries, 'HATCH') && (capability.hoursFrom === 'HATCH' || !has(entries, 'HOURS'));

/** Returns the hours of a service with its own. It closes with the location, but does not open with it. */
const ownHours = (
  location: OfLocation,
  own: readonly HourEntry[],
  capability: OfCapability,
): OpeningEntries => ({
  entries: isOpenedByHatch(own, capability) ? hatchAsHours(own) : own.filter(({ type }) => type !== 'HATCH'),
  ofLocation: ofTypes(location.hours, 'SPECIAL_CLOSED'),
});

/** Returns the hours of the counter; undefined if it has no usual ones, even if there are special dates. */
const counterHours = ({ hours }: OfLocation): OpeningEntries | undefined =>
  has(hours, 'HOURS')
    ? {
        entries: ofTypes(hours, 'HOURS', 'LUNCH'),
        ofLocation: ofTypes(hours, 'SPECIAL_HOURS', 'SPECIAL_LUNCH', 'SPECIAL_CLOSED'),
      }
    : undefined;

/** Returns the hours of the pickup window, which the lunch of the counter does not affect; undefined without one. */
const hatchHours = ({ hours }: OfLocation): OpeningEntries | undefined =>
  has(hours, 'HATCH')
    ? {
        entries: hatchAsHours(ofTypes(hours, 'HATCH')),
        ofLocation: ofTypes(hours, 'SPECIAL_HOURS', 'SPECIAL_CLOSED'),
        isHatch: true,
      }
    : undefined;

const inheritedHours = (location: OfLocation, { hoursFrom }: OfCapability): OpeningEntries | undefined => {
  if (hoursFrom === 'HATCH') return hatchHours(location);
  return hoursFrom === 'LOCATION' ? counterHours(location) : undefined;
};

/**
 * Returns the entries for the hours of a capability at a location, for standardHours and currentHours. The usual hours
 * are the service's own, or else those of the location or its hatch as the capability says. Undefined if there are
 * none: special entries alone do not say when a service is open.
 */
export const capabilityHours = (
  location: OfLocation,
  offered: OfService,
  capability: OfCapability,
): OpeningEntries | undefined => {
  const own = offered.hours ?? [];
  if (has(own, 'HOURS') || has(own, 'HATCH')) return ownHours(location, own, capability);
  const inherited = inheritedHours(location, capability);
  return inherited && { ...inherited, entries: [...inherited.entries, ...own] };
};
