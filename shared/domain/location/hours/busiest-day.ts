import { type CalendarDay, weekdayOf } from './calendar-day.ts';
import type { HourEntry } from './hour-entry.ts';
import { type SpecialEntry, specialEntries } from './special-entry.ts';

/** Day with the most entries, and their number; day 0 with 0 entries if there are none. */
export interface BusiestDay {
  /** Weekday from 0 (Monday) to 6 (Sunday), or a date, depending on the function. */
  readonly day: number;
  readonly entries: number;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const none: BusiestDay = { day: 0, entries: 0 };

const busier = (one: BusiestDay, other: BusiestDay): BusiestDay =>
  other.entries > one.entries ? other : one;

/** Finds the weekday with the most HOURS, LUNCH and HATCH entries; SPECIAL_ entries count on dates. */
export const busiestWeekday = (entries: readonly HourEntry[]): BusiestDay => {
  const ordinary = entries.filter(({ type }) => !type.startsWith('SPECIAL_'));
  return weekdays
    .map((day) => ({ day, entries: ordinary.filter(({ weekday }) => weekday === day).length }))
    .reduce(busier, none);
};

/** Returns the first and last date of a weekday on which an entry counts. */
const datesOf = (weekday: number, { entry, first, last }: SpecialEntry): readonly CalendarDay[] => {
  if ((entry.weekday ?? weekday) !== weekday) return [];
  const from = first + ((weekday - weekdayOf(first) + 7) % 7);
  const to = last - ((weekdayOf(last) - weekday + 7) % 7);
  return from <= to ? [from, to] : [];
};

/**
 * Finds the busiest date of a weekday in one sweep: a date lies in as many ranges as have begun by it and not ended
 * before.
 */
const busiestOf = (weekday: number, special: readonly SpecialEntry[]): BusiestDay => {
  const ranges = special.flatMap((each) => {
    const [from, to] = datesOf(weekday, each);
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  const begun = Float64Array.from(ranges, ({ from }) => from).sort();
  const ended = Float64Array.from(ranges, ({ to }) => to).sort();
  let over = 0;
  return begun.reduce<BusiestDay>((busiest, day, index) => {
    while ((ended[over] ?? day) < day) over++;
    return busier(busiest, { day, entries: index + 1 - over });
  }, none);
};

/** Finds the date with the most SPECIAL_ entries; see specialEntries and countingOn. */
export const busiestDate = (entries: readonly HourEntry[]): BusiestDay => {
  const special = specialEntries(entries);
  return weekdays.map((weekday) => busiestOf(weekday, special)).reduce(busier, none);
};
