import type { HourEntry } from '../../domain/location/hours/hour-entry.ts';
import { currentHours, standardHours } from '../../domain/location/hours/opening-hours.ts';
import { senselessEntries } from '../../domain/location/hours/senseless-entries.ts';
import type { CurrentHours, StandardHours } from './work-centre.ts';

/** The hours of a capability as a work centre shows them. */
export interface HoursView {
  readonly standard_hours?: StandardHours;
  readonly current_hours?: CurrentHours;
}

/**
 * Usual hours, and those of the seven days from `now` in the time zone. Without entries there is neither; no periods
 * at all for the coming days means that the time zone is unknown, not that it is closed. Nor is there either where no
 * opening is left and entries make no sense: closed would be more than they say.
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
