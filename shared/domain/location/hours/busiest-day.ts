import { type CalendarDay, weekdayOf } from './calendar-day.ts';
import type { HourEntry } from './hour-entry.ts';
import { type SpecialEntry, specialEntries } from './special-entry.ts';

/** The day that most entries count on, and how many these are: on none where there are no entries. */
export interface BusiestDay {
  /** From 0, Monday, to 6, Sunday, or a date: as was asked for. */
  readonly day: number;
  readonly entries: number;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const none: BusiestDay = { day: 0, entries: 0 };

const busier = (one: BusiestDay, other: BusiestDay): BusiestDay =>
  other.entries > one.entries ? other : one;

/** The weekday with most HOURS, LUNCH and HATCH: SPECIAL_ entries count on dates. */
export const busiestWeekday = (entries: readonly HourEntry[]): BusiestDay => {
  const ordinary = entries.filter(({ type }) => !type.startsWith('SPECIAL_'));
  return weekdays
    .map((day) => ({ day, entries: ordinary.filter(({ weekday }) => weekday === day).length }))
    .reduce(busier, none);
};

/** The dates of a weekday that an entry counts on, from the first to the last. */
const datesOf = (weekday: number, { entry, first, last }: SpecialEntry): readonly CalendarDay[] => {
  if ((entry.weekday ?? weekday) !== weekday) return [];
  const from = first + ((weekday - weekdayOf(first) + 7) % 7);
  const to = last - ((weekdayOf(last) - weekday + 7) % 7);
  return from <= to ? [from, to] : [];
};

/** As many ranges hold a date as have begun by it and have not ended before: one walk along both, in order. */
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

/** The date that most SPECIAL_ entries count on: see specialEntries and countingOn. */
export const busiestDate = (entries: readonly HourEntry[]): BusiestDay => {
  const special = specialEntries(entries);
  return weekdays.map((weekday) => busiestOf(weekday, special)).reduce(busier, none);
};
