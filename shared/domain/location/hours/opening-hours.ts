import { todayIn, weekdayOf } from './calendar-day.ts';
import { type DayHours, openOn, ordinaryHours, specialHatchHours, specialHours } from './day-hours.ts';
import type { HourEntry } from './hour-entry.ts';
import { countingOn, specialEntries } from './special-entry.ts';
import type { Stretch } from './stretch.ts';

/** Hour entries that determine when something is open. */
export interface OpeningEntries {
  /** HOURS and LUNCH, and its own SPECIAL_ entries. */
  readonly entries: readonly HourEntry[];
  /**
   * SPECIAL_ entries of the location. They count on dates on which no SPECIAL_HOURS or SPECIAL_CLOSED of `entries`
   * counts; a SPECIAL_LUNCH of `entries` replaces theirs.
   */
  readonly ofLocation?: readonly HourEntry[];
  /** Whether HOURS are those of the location's hatch, which its SPECIAL_HOURS shorten but do not open. */
  readonly isHatch?: boolean;
}

/** Days of the week, from Monday. */
export const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type DayName = (typeof dayNames)[number];

/** Reason of a period's state: the usual week, or a SPECIAL_ entry. */
export const periodTypes = ['HOURS', 'SPECIAL_HOURS', 'CLOSED', 'SPECIAL_CLOSED'] as const;

/** Local time: hour 0 to 23, minute 0 to 59. */
export interface HourMinute {
  readonly hour: number;
  readonly minute: number;
}

/** A stretch of usual opening. */
export interface StandardPeriod {
  readonly day: DayName;
  readonly open: HourMinute;
  readonly close: HourMinute;
}

/** A stretch of opening on one of the coming days, or a day that is closed: without `open` and `close`. */
export interface CurrentPeriod {
  readonly day: DayName;
  readonly type: (typeof periodTypes)[number];
  readonly open?: HourMinute;
  readonly close?: HourMinute;
}

const hourMinute = (minutes: number): HourMinute => ({
  hour: Math.floor(minutes / 60),
  minute: minutes % 60,
});

const opening = ({ start, end }: Stretch) => ({ open: hourMinute(start), close: hourMinute(end) });

interface OrdinaryDay {
  readonly day: DayName;
  readonly hours: HourEntry[];
  readonly lunch: HourEntry[];
}

/** Groups HOURS and LUNCH by weekday, from Monday, in one pass, as a page needs hundreds of weeks. */
const entriesOfWeek = (entries: readonly HourEntry[]): readonly OrdinaryDay[] => {
  const week = dayNames.map((day): OrdinaryDay => ({ day, hours: [], lunch: [] }));
  for (const entry of entries) {
    const day = week[entry.weekday ?? -1];
    if (entry.type === 'HOURS') day?.hours.push(entry);
    else if (entry.type === 'LUNCH') day?.lunch.push(entry);
  }
  return week;
};

/** Hours of a weekday if neither it nor the day before has SPECIAL_ entries. */
interface OrdinaryHours {
  readonly day: DayName;
  readonly entries: OrdinaryDay;
  readonly hours: DayHours;
  /** Open stretches. */
  readonly stretches: readonly Stretch[];
}

const ordinaryWeek = (entries: readonly HourEntry[]): readonly OrdinaryHours[] => {
  const week = entriesOfWeek(entries).map((entries) => ({ entries, hours: ordinaryHours(entries) }));
  return week.map(({ entries, hours }, weekday) => {
    const dayBefore = week.at(weekday - 1) ?? { hours };
    return { day: entries.day, entries, hours, stretches: openOn(hours, dayBefore.hours) };
  });
};

/**
 * Returns the usual week: a period for each stretch of HOURS, with LUNCH cut out, ordered by day, then time. A stretch
 * past midnight becomes two periods on two days. A closed day has none.
 */
export const standardHours = ({ entries }: OpeningEntries): readonly StandardPeriod[] =>
  ordinaryWeek(entries).flatMap(({ day, stretches }) =>
    stretches.map((stretch) => ({ day, ...opening(stretch) })),
  );

const areSame = (some: readonly Stretch[], others: readonly Stretch[]): boolean =>
  some.length === others.length &&
  some.every(({ start, end }, place) => start === others[place]?.start && end === others[place]?.end);

/** A date with its weekday and its hours. */
interface DatedHours {
  readonly weekday: OrdinaryHours;
  readonly hours: DayHours;
  readonly hasSpecial: boolean;
}

const periodsOf = (date: DatedHours, dateBefore: DatedHours): readonly CurrentPeriod[] => {
  const { day, stretches: usual } = date.weekday;
  const areOrdinary = !date.hasSpecial && !dateBefore.hasSpecial;
  const stretches = areOrdinary ? usual : openOn(date.hours, dateBefore.hours);
  // SPECIAL_ hours of the night before may continue on this day, or end early.
  const isUnusual = !areOrdinary && (date.hours.isUnusual || !areSame(stretches, usual));
  if (stretches.length === 0) return [{ day, type: isUnusual ? 'SPECIAL_CLOSED' : 'CLOSED' }];
  const type = isUnusual ? 'SPECIAL_HOURS' : 'HOURS';
  return stretches.map((stretch) => ({ day, type, ...opening(stretch) }));
};

const withoutLunchIf = (isReplaced: boolean, entries: readonly HourEntry[]): readonly HourEntry[] =>
  isReplaced ? entries.filter(({ type }) => type !== 'SPECIAL_LUNCH') : entries;

/**
 * Returns the hours of seven days from today in the time zone, ordered by date, then time, each with at least one
 * period. On their dates SPECIAL_HOURS replaces HOURS and LUNCH, SPECIAL_LUNCH replaces LUNCH, and SPECIAL_CLOSED
 * closes everything, even what continues from the night before. Empty if the time zone is unknown.
 */
export const currentHours = (
  { entries, ofLocation = [], isHatch = false }: OpeningEntries,
  timeZone: string,
  now: Date,
): readonly CurrentPeriod[] => {
  const today = todayIn(timeZone, now);
  if (today === undefined) return [];
  const week = ordinaryWeek(entries);
  const own = specialEntries(entries);
  const inherited = specialEntries(ofLocation);
  const dates = [-1, 0, 1, 2, 3, 4, 5, 6].flatMap((later): DatedHours[] => {
    const weekday = week[weekdayOf(today + later)];
    if (!weekday) return [];
    const ofService = countingOn(today + later, own);
    const ofPlace = countingOn(today + later, inherited);
    // A lunch of its own does not open a service whose location is closed.
    const replaces = ofService.some(({ type }) => type !== 'SPECIAL_LUNCH');
    const special = replaces ? ofService : [...ofService, ...withoutLunchIf(ofService.length > 0, ofPlace)];
    if (special.length === 0) return [{ weekday, hasSpecial: false, hours: weekday.hours }];
    const hoursOf = isHatch && !replaces ? specialHatchHours : specialHours;
    return [{ weekday, hasSpecial: true, hours: hoursOf(weekday.entries, special) }];
  });
  return dates.flatMap((date, place) => {
    const dateBefore = dates[place - 1];
    return dateBefore ? periodsOf(date, dateBefore) : [];
  });
};
