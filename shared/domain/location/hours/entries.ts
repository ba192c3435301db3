import * as z from 'zod/mini';
import { type CalendarDay, parseDate, timeOfDayPattern, weekdayOf } from './calendar.ts';

/** Types of hour entries. SPECIAL_ entries replace the others on given dates. */
export const hourTypes = [
  'HOURS',
  'LUNCH',
  'HATCH',
  'SPECIAL_HOURS',
  'SPECIAL_CLOSED',
  'SPECIAL_LUNCH',
] as const;

export const timeOfDay = z.string().check(z.regex(timeOfDayPattern, 'must be a time of day as hh:mm'));

/** A date that exists, as DD/MM/YYYY. */
export const calendarDate = z
  .string()
  .check(z.refine((text) => parseDate(text) !== undefined, 'must be a real date, DD/MM/YYYY'));

/** A date that exists, as YYYY-MM-DD. As strings, such dates sort in chronological order. */
export const isoDate = z.iso.date({
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a real date, YYYY-MM-DD'),
});

/**
 * One interval in local time during which a location is open (or closed, for LUNCH and SPECIAL_CLOSED). `weekday` is 0
 * (Monday) to 6 (Sunday). A SPECIAL_ entry applies from `startDate` to `endDate`, inclusive. If it has a weekday, it
 * applies only to the dates that fall on that weekday.
 */
export const hourEntry = z.object({
  type: z.enum(hourTypes),
  weekday: z.optional(z.int().check(z.minimum(0), z.maximum(6))),
  startTime: z.optional(timeOfDay),
  endTime: z.optional(timeOfDay),
  startDate: z.optional(calendarDate),
  endDate: z.optional(calendarDate),
});
export type HourEntry = z.infer<typeof hourEntry>;
export type HourType = HourEntry['type'];

export const ofTypes = (entries: readonly HourEntry[], ...types: readonly HourType[]): readonly HourEntry[] =>
  entries.filter(({ type }) => types.includes(type));

export const isSpecial = ({ type }: Pick<HourEntry, 'type'>): boolean => type.startsWith('SPECIAL_');

/** A SPECIAL_ entry with the first and last date of its range. */
export interface SpecialEntry {
  readonly entry: HourEntry;
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/** Returns the SPECIAL_ entries with their dates. Entries without valid dates are omitted, because they never apply. */
export const specialEntries = (entries: readonly HourEntry[]): readonly SpecialEntry[] =>
  entries.filter(isSpecial).flatMap((entry) => {
    const first = parseDate(entry.startDate ?? '');
    const last = parseDate(entry.endDate ?? '');
    return first === undefined || last === undefined ? [] : [{ entry, first, last }];
  });

export const appliesOn = (date: CalendarDay, { entry, first, last }: SpecialEntry): boolean =>
  first <= date && date <= last && (entry.weekday ?? weekdayOf(date)) === weekdayOf(date);
