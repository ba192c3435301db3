import * as z from 'zod/mini';
import { type CalendarDay, dayOfIsoDate, formatIsoDate, weekdayOf } from './location/hours/calendar.ts';
import { appliesOn, type HourEntry, isoDate, isSpecial, specialEntries } from './location/hours/entries.ts';
import { type Location, principalAddress } from './location/location.ts';
import { staffedTypes } from './location/location-types.ts';
import { type DateIn, isInService } from './location/service-dates.ts';
import { stateOf } from './place/place.ts';

/** A public holiday, as imported. If it has neither states nor postcodes, it applies to the whole country. */
export const holiday = z.object({
  /** Identity of the holiday: its date and name. */
  code: z.string().check(z.minLength(1)),
  date: isoDate,
  name: z.string(),
  /** Codes of the states to which it applies, such as VIC. */
  states: z.optional(z.array(z.string())),
  /** Postcodes to which it applies, in addition to the states. */
  postcodes: z.optional(z.array(z.string())),
});
export type Holiday = z.infer<typeof holiday>;

/**
 * Returns the holidays from today until `days` days from now on which an outlet would open as usual, because it has no
 * SPECIAL_HOURS or SPECIAL_CLOSED entry for that date. If only its services usually open on that weekday, their special
 * entries count too. Returns none for locations without staff.
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
  const { hours: own = [], services } = location;
  return due.filter(({ date }) => {
    const day = dayOfIsoDate(date);
    // Hours of a service say nothing about the counter, but a closed counter closes its services.
    if (isUsuallyOpen(own, day)) return !hasSpecialHours(own, day);
    return services.some(
      ({ hours = [] }) => isUsuallyOpen(hours, day) && !hasSpecialHours([...own, ...hours], day),
    );
  });
};

const isUsuallyOpen = (entries: readonly HourEntry[], day: CalendarDay): boolean =>
  entries.some((entry) => !isSpecial(entry) && entry.type !== 'LUNCH' && entry.weekday === weekdayOf(day));

const hasSpecialHours = (entries: readonly HourEntry[], day: CalendarDay): boolean =>
  specialEntries(entries).some((each) => each.entry.type !== 'SPECIAL_LUNCH' && appliesOn(day, each));

const isObservedAt = ({ states, postcodes }: Holiday, location: Location): boolean => {
  if (!states && !postcodes) return true;
  const { state, postcode } = principalAddress(location);
  return (
    (states?.includes(stateOf(state).toUpperCase()) ?? false) || (postcodes?.includes(postcode) ?? false)
  );
};
