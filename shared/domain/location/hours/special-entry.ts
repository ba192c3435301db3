import { type CalendarDay, calendarDay, weekdayOf } from './calendar-day.ts';
import type { HourEntry } from './hour-entry.ts';

const isSpecial = ({ type }: HourEntry): boolean => type.startsWith('SPECIAL_');

/** A SPECIAL_ entry and the first and last date of its range. */
export interface SpecialEntry {
  readonly entry: HourEntry;
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/** The SPECIAL_ entries whose range can be read: read once for all the days that ask. */
export const specialEntries = (entries: readonly HourEntry[]): readonly SpecialEntry[] =>
  entries.filter(isSpecial).flatMap((entry) => {
    const first = calendarDay(entry.startDate ?? '');
    const last = calendarDay(entry.endDate ?? '');
    return first === undefined || last === undefined ? [] : [{ entry, first, last }];
  });

/** Those that count on the date: in their range, and on their weekday where they name one. */
export const countingOn = (date: CalendarDay, entries: readonly SpecialEntry[]): readonly HourEntry[] =>
  entries.flatMap(({ entry, first, last }) =>
    first <= date && date <= last && (entry.weekday ?? weekdayOf(date)) === weekdayOf(date) ? [entry] : [],
  );
