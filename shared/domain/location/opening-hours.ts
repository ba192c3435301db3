import { todayIn, weekdayOf } from './calendar-day.ts';
import type { HourEntry } from './hour-entry.ts';
import { countingOn, specialEntries } from './special-entry.ts';
import { joined, type Stretch, stretchOf, without } from './stretch.ts';

/** Days of the week, from Monday. */
export const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type DayName = (typeof dayNames)[number];

/** Why a stretch of a day, or the whole of it, is as it is: as every week, or by a SPECIAL_ entry. */
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
  readonly hours: Stretch[];
  readonly lunch: Stretch[];
}

/** HOURS and LUNCH of each weekday, from Monday, in one pass: a page asks for hundreds of weeks. */
const ordinaryWeek = (entries: readonly HourEntry[]): readonly OrdinaryDay[] => {
  const week = dayNames.map((day): OrdinaryDay => ({ day, hours: [], lunch: [] }));
  for (const entry of entries) {
    if (entry.type !== 'HOURS' && entry.type !== 'LUNCH') continue;
    const day = week[entry.weekday ?? -1];
    const stretch = stretchOf(entry);
    if (day && stretch) (entry.type === 'HOURS' ? day.hours : day.lunch).push(stretch);
  }
  return week;
};

const openStretches = (hours: readonly Stretch[], closures: readonly Stretch[]) =>
  without(joined(hours), closures);

/**
 * The week as it is when nothing special happens: a period for each stretch of HOURS, LUNCH cut out, by day, then
 * time. A closed day has no period.
 */
export const standardHours = (entries: readonly HourEntry[]): readonly StandardPeriod[] =>
  ordinaryWeek(entries).flatMap(({ day, hours, lunch }) =>
    openStretches(hours, lunch).map((stretch) => ({ day, ...opening(stretch) })),
  );

const stretchesOf = (entries: readonly HourEntry[], type: HourEntry['type']): readonly Stretch[] =>
  entries.flatMap((entry) => (entry.type === type ? (stretchOf(entry) ?? []) : []));

const wholeDay: Stretch = { start: 0, end: 24 * 60 };

/** A special closure without readable times is meant for the whole day: nobody is to stand before a closed door. */
const specialClosures = (special: readonly HourEntry[]) =>
  special.filter(({ type }) => type === 'SPECIAL_CLOSED').map((entry) => stretchOf(entry) ?? wholeDay);

const replaced = (standard: readonly Stretch[], special: readonly Stretch[]) =>
  special.length > 0 ? special : standard;

/** Special hours are given whole: a lunch that they do not name themselves is not cut out of them. */
const lunchOn = (
  ordinary: OrdinaryDay,
  specialHours: readonly Stretch[],
  specialLunch: readonly Stretch[],
) => (specialHours.length > 0 ? specialLunch : replaced(ordinary.lunch, specialLunch));

const hoursOn = (ordinary: OrdinaryDay, special: readonly HourEntry[]) => {
  const specialHours = stretchesOf(special, 'SPECIAL_HOURS');
  const specialLunch = stretchesOf(special, 'SPECIAL_LUNCH');
  const closures = specialClosures(special);
  const hours = replaced(ordinary.hours, specialHours);
  const lunch = lunchOn(ordinary, specialHours, specialLunch);
  return {
    stretches: openStretches(hours, [...lunch, ...closures]),
    // Another lunch makes no special day of one that is closed anyway.
    isUnusual: specialHours.length + closures.length > 0 || (specialLunch.length > 0 && hours.length > 0),
  };
};

const periodsOf = (ordinary: OrdinaryDay, special: readonly HourEntry[]): readonly CurrentPeriod[] => {
  const { day } = ordinary;
  const { stretches, isUnusual } = hoursOn(ordinary, special);
  if (stretches.length === 0) return [{ day, type: isUnusual ? 'SPECIAL_CLOSED' : 'CLOSED' }];
  const type = isUnusual ? 'SPECIAL_HOURS' : 'HOURS';
  return stretches.map((stretch) => ({ day, type, ...opening(stretch) }));
};

/**
 * The seven days from today in the time zone, by date, then time, each with at least one period. On its dates
 * SPECIAL_HOURS stands for HOURS and LUNCH, SPECIAL_LUNCH for LUNCH, and SPECIAL_CLOSED closes whatever else is said.
 * Empty where there is no such time zone.
 */
export const currentHours = (
  entries: readonly HourEntry[],
  timeZone: string,
  now: Date,
): readonly CurrentPeriod[] => {
  const today = todayIn(timeZone, now);
  if (today === undefined) return [];
  const week = ordinaryWeek(entries);
  const special = specialEntries(entries);
  return [0, 1, 2, 3, 4, 5, 6].flatMap((later) => {
    const date = today + later;
    const ordinary = week[weekdayOf(date)];
    return ordinary ? periodsOf(ordinary, countingOn(date, special)) : [];
  });
};
