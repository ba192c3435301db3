import { currentHours, type OpeningEntries, standardHours } from '../domain/location/hours/opening-hours.ts';
import { senselessEntries } from '../domain/location/hours/senseless-entries.ts';
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
export const toHours = (hours: OpeningEntries | undefined, timeZone: string, now: Date): HoursView => {
  if (hours === undefined) return {};
  const coming = currentHours(hours, timeZone, now);
  const standard = standardHours(hours);
  const isClosed = standard.length === 0 && !coming.some(({ open }) => open);
  const { entries, ofLocation = [] } = hours;
  if (isClosed && senselessEntries([...entries, ...ofLocation]).length > 0) return {};
  return {
    ...(coming.length > 0 && { current_hours: { periods: [...coming] } }),
    standard_hours: { periods: [...standard] },
  };
};
