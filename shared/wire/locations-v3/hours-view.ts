import type { HourEntry } from '../../domain/location/hours/hour-entry.ts';
import { currentHours, standardHours } from '../../domain/location/hours/opening-hours.ts';
import { senselessEntries } from '../../domain/location/hours/senseless-entries.ts';
import type { CurrentHours, StandardHours } from './work-centre.ts';

/** Hours of a capability in a work centre. */
export interface HoursView {
  readonly standard_hours?: StandardHours;
  readonly current_hours?: CurrentHours;
}

/**
 * Builds the usual hours and those of seven days from `now` in the time zone. Both are absent without entries, and also
 * if invalid entries leave no opening: "closed" would say more than they do. `current_hours` alone is absent if the
 * time zone is unknown, which does not mean closed.
 */
export const toHours = (
  entries: readonly HourEntry[] | undefined,
  timeZone: string,
  now: Date,
): HoursView => {
  if (entries === undefined) return {};
  const coming = currentHours(entries, timeZone, now);
  const standard = standardHours(entries);
  const isClosed = standard.length === 0 && !coming.some(({ open }) => open);
  if (isClosed && senselessEntries(entries).length > 0) return {};
  return {
    ...(coming.length > 0 && { current_hours: { periods: [...coming] } }),
    standard_hours: { periods: [...standard] },
  };
};
