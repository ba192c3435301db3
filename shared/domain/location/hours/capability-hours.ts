import type { Capability } from '../../capability/capability.ts';
import type { Location, OfferedService } from '../location.ts';
import type { HourEntry } from './hour-entry.ts';

/** Properties of a location, of an offered service and of its capability that determine hours. */
type OfLocation = Pick<Location, 'hours'>;
type OfService = Partial<OfferedService>;
type OfCapability = Pick<Capability, 'hoursFrom'>;

/** Replaces HOURS by HATCH entries; other entries still count. */
const hatchAsHours = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries
    .filter(({ type }) => type !== 'HOURS')
    .map((entry) => (entry.type === 'HATCH' ? { ...entry, type: 'HOURS' } : entry));

const isOpenedByHatch = (entries: readonly HourEntry[], capability: OfCapability) =>
  entries.some(({ type }) => type === 'HATCH') &&
  (capability.hoursFrom === 'HATCH' || !entries.some(({ type }) => type === 'HOURS'));

const ownHours = (own: readonly HourEntry[], capability: OfCapability) =>
  isOpenedByHatch(own, capability) ? hatchAsHours(own) : own.filter(({ type }) => type !== 'HATCH');

/** Returns the hours of the pickup window: its own entries, lunch or not, unless the whole location is closed. */
const hatchHours = ({ hours }: OfLocation) =>
  hours.some(({ type }) => type === 'HATCH')
    ? hatchAsHours(hours.filter(({ type }) => type === 'HATCH' || type === 'SPECIAL_CLOSED'))
    : [];

const inheritedHours = (location: OfLocation, { hoursFrom }: OfCapability): readonly HourEntry[] => {
  if (hoursFrom === 'HATCH') return hatchHours(location);
  if (hoursFrom === 'LOCATION') return location.hours.filter(({ type }) => type !== 'HATCH');
  return [];
};

/**
 * Returns the entries for the hours of a capability at a location, for standardHours and currentHours: the service's
 * own, or else those of the location or its hatch as the capability says. Undefined if there are none.
 */
export const capabilityHours = (
  location: OfLocation,
  offered: OfService,
  capability: OfCapability,
): readonly HourEntry[] | undefined => {
  const own = offered.hours ?? [];
  const entries = own.length > 0 ? ownHours(own, capability) : inheritedHours(location, capability);
  return entries.length > 0 ? entries : undefined;
};
