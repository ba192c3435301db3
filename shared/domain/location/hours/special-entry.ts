import { type CalendarDay, calendarDay, weekdayOf } from './calendar-day.ts';
import type { HourEntry } from './hour-entry.ts';

const isSpecial = ({ type }: HourEntry): boolean => type.startsWith('SPECIAL_');

/** A SPECIAL_ entry with the first and last date of its range. */
export interface SpecialEntry {
  readonly entry: HourEntry;
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

/** Returns the SPECIAL_ entries with readable ranges, parsed once for all days. */
export const specialEntries = (entries: readonly HourEntry[]): readonly SpecialEntry[] =>
  entries.filter(isSpecial).flatMap((entry) => {
    const first = calendarDay(entry.startDate ?? '');
    const last = calendarDay(entry.endDate ?? '');
    return first === undefined || last === undefined ? [] : [{ entry, first, last }];
  });

/** Returns the entries that count on the date: in their range, and on their weekday if they name one. */
export const countingOn = (date: CalendarDay, entries: readonly SpecialEntry[]): readonly HourEntry[] =>
  entries.flatMap(({ entry, first, last }) =>
    first <= date && date <= last && (entry.weekday ?? weekdayOf(date)) === weekdayOf(date) ? [entry] : [],
  );
