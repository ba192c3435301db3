import { dayNames } from './calendar.ts';
import { appliesOn, type HourEntry, isSpecial, specialEntries } from './entries.ts';
import { crossesMidnight, type Interval, intervalOf } from './intervals.ts';
import { isEmptyLunch, lunchWithin } from './opening-hours.ts';

/**
 * Returns the entries whose times cannot be shown, because a time is missing or invalid, because both times are equal
 * (which is ambiguous, except for a lunch), or because a lunch continues past midnight but no opening does.
 */
export const invalidEntries = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries.filter((entry) => !isValid(entry, entries));

/** Day with the most entries, and their number; day 0 with 0 entries if there are no entries. */
export interface BusiestDay {
  /** Weekday from 0 (Monday) to 6 (Sunday), or a date, depending on the function. */
  readonly day: number;
  readonly entries: number;
}

/** Finds the weekday with the most HOURS, LUNCH and HATCH entries. */
export const busiestWeekday = (entries: readonly HourEntry[]): BusiestDay => {
  const usual = entries.filter((entry) => !isSpecial(entry));
  return dayNames
    .map((_, day) => ({ day, entries: usual.filter(({ weekday }) => weekday === day).length }))
    .reduce(busier, none);
};

/**
 * Finds the date on which the most SPECIAL_ entries apply: see specialEntries. It is in the first week of an entry that
 * applies on it, because all entries of any other date also apply a week earlier.
 */
export const busiestDate = (entries: readonly HourEntry[]): BusiestDay => {
  const special = specialEntries(entries);
  const dates = new Set(
    special.flatMap((each) =>
      dayNames.map((_, later) => each.first + later).filter((day) => appliesOn(day, each)),
    ),
  );
  return [...dates]
    .map((day) => ({ day, entries: special.filter((each) => appliesOn(day, each)).length }))
    .reduce(busier, none);
};

const isValid = (entry: HourEntry, entries: readonly HourEntry[]): boolean => {
  if (isEmptyLunch(entry)) return true;
  // A SPECIAL_CLOSED without times closes the whole day.
  if (entry.type === 'SPECIAL_CLOSED' && (entry.startTime ?? entry.endTime) === undefined) return true;
  const interval = intervalOf(entry);
  const isLunch = entry.type === 'LUNCH' || entry.type === 'SPECIAL_LUNCH';
  if (!isLunch || !interval || !crossesMidnight(interval)) return interval !== undefined;
  return lunchWithin(openingsAround(entry, entries), entry) !== undefined;
};

/**
 * Returns the openings on the day of a lunch. For a special lunch, returns those of all days, because dates are not
 * compared.
 */
const openingsAround = (lunch: HourEntry, entries: readonly HourEntry[]): readonly Interval[] =>
  entries
    .filter(({ type, weekday }) =>
      type === 'HOURS'
        ? lunch.weekday === undefined || lunch.weekday === weekday
        : type === 'SPECIAL_HOURS' && lunch.type === 'SPECIAL_LUNCH',
    )
    .flatMap((entry) => intervalOf(entry) ?? []);

const none: BusiestDay = { day: 0, entries: 0 };

const busier = (one: BusiestDay, other: BusiestDay): BusiestDay =>
  other.entries > one.entries ? other : one;
