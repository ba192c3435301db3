import type { Capability } from '../domain/capability/capability.ts';
import { capabilityHours } from '../domain/location/hours/capability-hours.ts';
import { invalidEntries } from '../domain/location/hours/checks.ts';
import { currentHours, type OpeningEntries, standardHours } from '../domain/location/hours/opening-hours.ts';
import type { Location, OfferedService } from '../domain/location/location.ts';
import type { CurrentHours, StandardHours } from './work-centre.ts';

/** Hours of a capability in a work centre, the last members of its attributes. */
export interface HoursView {
  readonly current_hours?: CurrentHours;
  readonly standard_hours?: StandardHours;
}

/**
 * Creates a function that returns the hours of a service at the location: the usual week, and seven days from `now`.
 * They are computed once for all services that take them from the location, which then share one object.
 */
export const serviceHours = (location: Pick<Location, 'hours' | 'timeZone'>, now: Date) => {
  const inherited = new Map<Capability['hoursFrom'], HoursView>();
  return (offered: OfferedService, capability: Pick<Capability, 'hoursFrom'>): HoursView => {
    const compute = () => toHours(capabilityHours(location, offered, capability), location.timeZone, now);
    if (offered.hours?.length) return compute();
    const view = inherited.get(capability.hoursFrom) ?? compute();
    inherited.set(capability.hoursFrom, view);
    return view;
  };
};

/**
 * Builds the usual hours and those of seven days from `now` in the time zone. Both are absent without entries, and also
 * if invalid entries leave no opening: "closed" would say more than they do. Only `current_hours` is absent if the time
 * zone is unknown, which does not mean closed.
 */
export const toHours = (hours: OpeningEntries | undefined, timeZone: string, now: Date): HoursView => {
  if (hours === undefined) return {};
  const current = currentHours(hours, timeZone, now);
  const standard = standardHours(hours);
  const isClosed = standard.length === 0 && !current.some(({ open }) => open);
  const { entries, ofLocation = [] } = hours;
  if (isClosed && invalidEntries([...entries, ...ofLocation]).length > 0) return {};
  return {
    ...(current.length > 0 && { current_hours: { periods: [...current] } }),
    standard_hours: { periods: [...standard] },
  };
};
