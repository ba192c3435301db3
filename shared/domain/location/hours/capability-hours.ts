import type { Capability } from '../../capability/capability.ts';
import type { Location, OfferedService } from '../location.ts';
import type { HourEntry } from './hour-entry.ts';

/** What hours depend on, of a location, of a service that it offers and of the capability behind that. */
type OfLocation = Pick<Location, 'hours'>;
type OfService = Partial<OfferedService>;
type OfCapability = Pick<Capability, 'hoursFrom'>;

/** HATCH entries stand for the hours; what else there is but HOURS still counts. */
const hatchAsHours = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries
    .filter(({ type }) => type !== 'HOURS')
    .map((entry) => (entry.type === 'HATCH' ? { ...entry, type: 'HOURS' } : entry));

const isOpenedByHatch = (entries: readonly HourEntry[], capability: OfCapability) =>
  entries.some(({ type }) => type === 'HATCH') &&
  (capability.hoursFrom === 'HATCH' || !entries.some(({ type }) => type === 'HOURS'));

const ownHours = (own: readonly HourEntry[], capability: OfCapability) =>
  isOpenedByHatch(own, capability) ? hatchAsHours(own) : own.filter(({ type }) => type !== 'HATCH');

/** The pickup window is open when its own entries say so, lunch or not, unless the whole place is closed. */
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
 * The entries that say when a location offers a capability, fit for standardHours and currentHours: the hours of
 * the offered service itself, else those of the location or of its hatch as the capability says. Undefined where
 * there are none.
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
