import { dayMilliseconds, formatIsoDate, todayIn } from './hours/calendar.ts';
import type { Location } from './location.ts';

/** Returns the date `YYYY-MM-DD` in a time zone. */
export type DateIn = (timeZone: string) => string;

/**
 * Creates a function that returns the date of an instant in a time zone, or in UTC if the zone is unknown. Dates are
 * cached, because a network has few zones.
 */
export const datesAt = (now: Date): DateIn => {
  const dates = new Map<string, string>();
  return (timeZone) => {
    const date =
      dates.get(timeZone) ??
      formatIsoDate(todayIn(timeZone, now) ?? Math.floor(now.getTime() / dayMilliseconds));
    dates.set(timeZone, date);
    return date;
  };
};

type Dated = Pick<Location, 'opensOn' | 'closesOn' | 'timeZone'>;

/** Whether the location has permanently closed. It is still open on its last day. */
export const hasClosed = ({ closesOn, timeZone }: Dated, dateIn: DateIn): boolean =>
  closesOn !== undefined && closesOn < dateIn(timeZone);

/** Whether the local date is between the location's first and last day, inclusive. */
export const isInService = (location: Dated, dateIn: DateIn): boolean =>
  (location.opensOn ?? '') <= dateIn(location.timeZone) && !hasClosed(location, dateIn);
