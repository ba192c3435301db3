import * as z from 'zod/mini';
import { dayOfIsoDate, formatIsoDate, weekdayOf } from './location/hours/calendar.ts';
import { appliesOn, isoDate, isSpecial, specialEntries } from './location/hours/entries.ts';
import { type Location, principalAddress } from './location/location.ts';
import { staffedTypes } from './location/location-types.ts';
import { type DateIn, isInService } from './location/service-dates.ts';
import { stateOf } from './place/place.ts';

/** A public holiday, as imported. Without states and postcodes, the whole country has it. */
export const holiday = z.object({
  /** Identity of the holiday: its date and name. */
  code: z.string().check(z.minLength(1)),
  date: isoDate,
  name: z.string(),
  /** States that have it, by code, such as VIC. */
  states: z.optional(z.array(z.string())),
  /** Postcodes that have it, in addition to the states. */
  postcodes: z.optional(z.array(z.string())),
});
export type Holiday = z.infer<typeof holiday>;

/**
 * Returns the holidays of the next `days` days, from today, on which an outlet would open as usual because neither it
 * nor a service of it has SPECIAL_HOURS or SPECIAL_CLOSED for that date. Only locations with staff have holidays.
 */
export const unsetHolidays = (
  location: Location,
  holidays: readonly Holiday[],
  dateIn: DateIn,
  days: number,
): readonly Holiday[] => {
  if (!staffedTypes.includes(location.type)) return [];
  const today = dateIn(location.timeZone);
  const last = formatIsoDate(dayOfIsoDate(today) + days);
  const due = holidays.filter(
    (each) =>
      today <= each.date &&
      each.date <= last &&
      isInService(location, () => each.date) &&
      isObservedAt(each, location),
  );
  if (due.length === 0) return [];
  const entries = [location, ...location.services].flatMap(({ hours = [] }) => hours);
  const special = specialEntries(entries).filter(({ entry }) => entry.type !== 'SPECIAL_LUNCH');
  return due.filter(({ date }) => {
    const day = dayOfIsoDate(date);
    const isUsuallyOpen = entries.some(
      (entry) => !isSpecial(entry) && entry.type !== 'LUNCH' && entry.weekday === weekdayOf(day),
    );
    return isUsuallyOpen && !special.some((entry) => appliesOn(day, entry));
  });
};

const isObservedAt = ({ states, postcodes }: Holiday, location: Location): boolean => {
  if (!states && !postcodes) return true;
  const { state, postcode } = principalAddress(location);
  return (
    (states?.includes(stateOf(state).toUpperCase()) ?? false) || (postcodes?.includes(postcode) ?? false)
  );
};
