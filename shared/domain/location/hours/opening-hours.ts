import { type CalendarDay, type DayName, dayNames, todayIn, weekdayOf } from './calendar.ts';
import { appliesOn, type HourEntry, ofTypes, type SpecialEntry, specialEntries } from './entries.ts';
import {
  crossesMidnight,
  difference,
  endsAtMidnight,
  type Interval,
  intersection,
  intervalOf,
  onNextDay,
  onSameDay,
  union,
  untilLastMinute,
  wholeDay,
} from './intervals.ts';

/** Hour entries that determine when something is open. */
export interface OpeningEntries {
  /** HOURS and LUNCH entries, and the SPECIAL_ entries of the location or service itself. */
  readonly entries: readonly HourEntry[];
  /**
   * SPECIAL_ entries of the location. They apply on dates without SPECIAL_HOURS or SPECIAL_CLOSED in `entries`. A
   * SPECIAL_LUNCH in `entries` replaces the location's.
   */
  readonly ofLocation?: readonly HourEntry[];
  /** Whether HOURS come from the location's hatch, which SPECIAL_HOURS can shorten but not extend. */
  readonly isHatch?: boolean;
}

export const periodTypes = ['HOURS', 'SPECIAL_HOURS', 'CLOSED', 'SPECIAL_CLOSED'] as const;

/** Local time: hour 0 to 23, minute 0 to 59. */
export interface HourMinute {
  readonly hour: number;
  readonly minute: number;
}

/** An opening interval on one of the coming days, or a closed day, which has no `open` and `close`. */
export interface CurrentPeriod {
  readonly day: DayName;
  readonly type: (typeof periodTypes)[number];
  readonly open?: HourMinute;
  readonly close?: HourMinute;
}

/**
 * Returns the usual week: a period for each interval of HOURS outside LUNCH, ordered by day, then time. An interval
 * past midnight is split into two periods. A closed day has no period.
 */
export const standardHours = ({ entries }: OpeningEntries) =>
  usualWeek(entries).flatMap(({ name, open }) =>
    untilLastMinute(open).map((interval) => ({ day: name, ...toPeriod(interval) })),
  );

/**
 * Returns the hours of seven days from today in the time zone, ordered by date, then time. Each day has at least one
 * period. On their dates, SPECIAL_HOURS replaces HOURS and LUNCH, SPECIAL_LUNCH replaces LUNCH, and SPECIAL_CLOSED
 * closes everything, including openings that continue from the night before. Empty if the time zone is unknown.
 */
export const currentHours = (
  hours: OpeningEntries,
  timeZone: string,
  now: Date,
): readonly CurrentPeriod[] => {
  const today = todayIn(timeZone, now);
  if (today === undefined) return [];
  const hoursOn = hoursByDate(hours);
  return dayNames.flatMap((_, offset) => currentPeriods(hoursOn(today + offset)));
};

/** Returns the opening intervals for each day of the usual week, starting on Monday. */
export const usualHours = ({ entries }: OpeningEntries): readonly (readonly Interval[])[] =>
  usualWeek(entries).map(({ open }) => open);

/** Hours of one date. */
export interface HoursOfDate {
  readonly day: DayName;
  /** Opening intervals in order, within the day. They do not overlap or touch. */
  readonly open: readonly Interval[];
  /** Whether the date differs from the usual week because of a SPECIAL_ entry. */
  readonly isSpecial: boolean;
}

/** Creates a function that returns the hours of a date by the rules of currentHours. */
export const hoursByDate = (hours: OpeningEntries): ((date: CalendarDay) => HoursOfDate) => {
  const week = usualWeek(hours.entries);
  const specialOn = specialPlans(hours);
  const planOn = (date: CalendarDay) => {
    const weekday = week[weekdayOf(date)];
    if (!weekday) throw new RangeError(`${date} is not a day`);
    return { weekday, plan: specialOn(date, weekday) ?? weekday.plan };
  };
  return (date) => {
    // Openings and closures of the day before may continue on this date.
    const before = planOn(date - 1);
    const { weekday, plan } = planOn(date);
    if (plan === weekday.plan && before.plan === before.weekday.plan)
      return { day: weekday.name, open: weekday.open, isSpecial: false };
    const open = openOn(plan, before.plan);
    // SPECIAL_HOURS of the night before may continue on this date, or end early.
    return { day: weekday.name, open, isSpecial: plan.isSpecial || !areSame(open, weekday.open) };
  };
};

/** Returns the interval of a lunch; undefined if it is invalid, or if it crosses midnight outside opening hours. */
export const lunchWithin = (openings: readonly Interval[], entry: HourEntry): Interval | undefined => {
  const lunch = intervalOf(entry);
  if (!lunch || !crossesMidnight(lunch)) return lunch;
  const isWithin = union(openings).some(({ start, end }) => start <= lunch.start && lunch.end <= end);
  return isWithin ? lunch : undefined;
};

/** Whether a lunch ends when it starts. Some sources have such entries for days without a lunch break. */
export const isEmptyLunch = ({ type, startTime, endTime }: HourEntry): boolean =>
  (type === 'LUNCH' || type === 'SPECIAL_LUNCH') && startTime !== undefined && startTime === endTime;

/** Hours that start on one day. Intervals may continue past midnight. */
interface DayPlan {
  readonly openings: readonly Interval[];
  /** Closures, which apply to the openings of this day and of the night before. */
  readonly closures: readonly Interval[];
  /** Whether openings of this day end by midnight, even if they close later according to their times. */
  readonly endsByMidnight: boolean;
  /** Whether a SPECIAL_ entry makes the day differ from the usual week. */
  readonly isSpecial: boolean;
}

interface Weekday {
  readonly name: DayName;
  readonly hours: readonly HourEntry[];
  readonly lunch: readonly HourEntry[];
  readonly plan: DayPlan;
  /** Opening intervals of the day, if neither it nor the day before has SPECIAL_ entries. */
  readonly open: readonly Interval[];
}

const usualWeek = (entries: readonly HourEntry[]): readonly Weekday[] => {
  const allHours = ofTypes(entries, 'HOURS');
  const allLunch = ofTypes(entries, 'LUNCH');
  const days = dayNames.map((name, index) => {
    const hours = allHours.filter(({ weekday }) => weekday === index);
    const lunch = allLunch.filter(({ weekday }) => weekday === index);
    return { name, hours, lunch, plan: usualPlan(hours, lunch) };
  });
  return days.map((day, index) => {
    const before = days.at(index - 1) ?? day;
    return { ...day, open: openOn(day.plan, before.plan) };
  });
};

/** Returns the plan of a day without SPECIAL_ entries. Openings with invalid times are ignored. */
const usualPlan = (hours: readonly HourEntry[], lunch: readonly HourEntry[]): DayPlan => {
  const openings = hours.flatMap((entry) => intervalOf(entry) ?? []);
  // An invalid lunch closes the whole day, so that no customer comes to a closed door.
  const closures = lunch
    .filter((entry) => !isEmptyLunch(entry))
    .map((entry) => lunchWithin(openings, entry) ?? wholeDay);
  return { openings, closures, endsByMidnight: closures.includes(wholeDay), isSpecial: false };
};

/**
 * Creates a function that returns the plan of a date with SPECIAL_ entries; undefined if none applies. It combines a
 * service's entries with its location's.
 */
const specialPlans = ({ entries, ofLocation = [], isHatch = false }: OpeningEntries) => {
  const own = specialEntries(entries);
  const inherited = specialEntries(ofLocation);
  return (date: CalendarDay, weekday: Weekday): DayPlan | undefined => {
    const applies = (special: SpecialEntry) => appliesOn(date, special);
    const ownOn = own.filter(applies).map(({ entry }) => entry);
    const inheritedOn = inherited.filter(applies).map(({ entry }) => entry);
    if (ownOn.length + inheritedOn.length === 0) return undefined;
    if (ownOn.some(({ type }) => type !== 'SPECIAL_LUNCH')) return specialPlan(weekday, ownOn, false);
    // A service's own lunch does not open it while its location is closed.
    const special =
      ownOn.length > 0 ? [...ownOn, ...ofTypes(inheritedOn, 'SPECIAL_HOURS', 'SPECIAL_CLOSED')] : inheritedOn;
    return specialPlan(weekday, special, isHatch);
  };
};

/**
 * Returns the plan of a day with SPECIAL_ entries. SPECIAL_HOURS, valid or not, replaces HOURS and LUNCH, except that a
 * hatch keeps its usual hours within them. SPECIAL_LUNCH replaces LUNCH. SPECIAL_CLOSED without valid times closes the
 * whole day.
 */
const specialPlan = (usual: Weekday, special: readonly HourEntry[], isHatch: boolean): DayPlan => {
  const hours = ofTypes(special, 'SPECIAL_HOURS');
  const lunch = ofTypes(special, 'SPECIAL_LUNCH');
  const closures = ofTypes(special, 'SPECIAL_CLOSED').map((entry) => intervalOf(entry) ?? wholeDay);
  const replaces = hours.length > 0 && !isHatch;
  const shortens = hours.length > 0 && isHatch;
  const plan = usualPlan(replaces ? hours : usual.hours, replaces || lunch.length > 0 ? lunch : usual.lunch);
  const limits = hours.flatMap((entry) => intervalOf(entry) ?? []);
  return {
    openings: shortens ? intersection(plan.openings, limits) : plan.openings,
    closures: [...plan.closures, ...closures],
    endsByMidnight: plan.endsByMidnight || closures.some(endsAtMidnight),
    // A different lunch or shorter hours do not make a closed day special.
    isSpecial:
      replaces || closures.length > 0 || ((lunch.length > 0 || shortens) && plan.openings.length > 0),
  };
};

/**
 * Returns the opening intervals of a day in order: its own openings and those that continue from the previous night,
 * minus the closures of both days.
 */
const openOn = (day: DayPlan, before: DayPlan): readonly Interval[] => {
  const continuing = before.endsByMidnight ? [] : onNextDay(before.openings);
  return difference(union([...continuing, ...onSameDay(day.openings)]), [
    ...onNextDay(before.closures),
    ...onSameDay(day.closures),
  ]);
};

const currentPeriods = ({ day, open, isSpecial }: HoursOfDate): readonly CurrentPeriod[] => {
  const shown = untilLastMinute(open);
  if (shown.length === 0) return [{ day, type: isSpecial ? 'SPECIAL_CLOSED' : 'CLOSED' }];
  const type = isSpecial ? 'SPECIAL_HOURS' : 'HOURS';
  return shown.map((interval) => ({ day, type, ...toPeriod(interval) }));
};

const areSame = (some: readonly Interval[], others: readonly Interval[]): boolean =>
  some.length === others.length &&
  some.every(({ start, end }, index) => start === others[index]?.start && end === others[index]?.end);

const toPeriod = ({ start, end }: Interval) => ({ open: toHourMinute(start), close: toHourMinute(end) });

const toHourMinute = (minutes: number): HourMinute => ({
  hour: Math.floor(minutes / 60),
  minute: minutes % 60,
});
