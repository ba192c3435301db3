import { LRUCache } from 'lru-cache';
import type { Capability } from '../domain/capability/capability.ts';
import { type CalendarDay, formatIsoDate, todayIn, weekdayOf } from '../domain/location/hours/calendar.ts';
import { specialEntries } from '../domain/location/hours/entries.ts';
import type { Interval } from '../domain/location/hours/intervals.ts';
import { hoursByDate, type OpeningEntries, usualHours } from '../domain/location/hours/opening-hours.ts';
import { schedulesOf } from '../domain/location/hours/schedules.ts';
import { formatWeek } from '../domain/location/hours/week-text.ts';
import { type Location, servicesInOrder } from '../domain/location/location.ts';

/**
 * Hours in OpenStreetMap's `opening_hours` syntax. Joined by `; `, both members form one value. Hours past midnight are
 * split between the two days, because a rule for a date replaces all hours on that date, but not on the next day.
 */
export interface OpenStreetMapHours {
  /** The usual week, such as `Mo-Fr 09:00-12:00,13:00-17:00; Sa 09:00-12:00` or `24/7`. */
  readonly usual: string | undefined;
  /** Dates that differ from the usual week, such as `2026 Dec 24 09:00-13:00; 2026 Dec 25-26 off`. */
  readonly special: string | undefined;
}

const describedDates = 400;

/**
 * Describes the hours of a location. Hours belong to services, so the usual week is the one that most services have.
 * The special dates, from the local date at `now`, are those of most services with this week. Of equally frequent
 * hours, those of the lowest service code are used. Undefined if no service has hours.
 */
export const openStreetMapHours = (
  location: Location,
  capabilityOf: (serviceCode: number) => Capability | undefined,
  now: Date,
): OpenStreetMapHours => {
  const { usual, special } = mostCommonHours(location, capabilityOf, todayIn(location.timeZone, now));
  return { usual: usual?.text || undefined, special: special?.text || undefined };
};

/** The hours that `openStreetMapHours` describes. */
export interface ShownHours {
  /** Opening intervals for each day of the usual week, starting on Monday. */
  readonly week: readonly (readonly Interval[])[];
  /** Dates that differ from the usual week, in order. Consecutive dates with the same hours are joined. */
  readonly special: readonly {
    readonly first: CalendarDay;
    readonly last: CalendarDay;
    readonly open: readonly Interval[];
  }[];
}

/** Returns the same hours as data; undefined if no service has hours, or if the time zone is unknown. */
export const shownHours = (
  location: Location,
  capabilityOf: (serviceCode: number) => Capability | undefined,
  now: Date,
): ShownHours | undefined => {
  const today = todayIn(location.timeZone, now);
  const [hours] = mostCommonHours(location, capabilityOf, today).special?.hours ?? [];
  if (!hours || today === undefined) return undefined;
  const hoursOn = hoursByDate(hours);
  return {
    week: usualHours(hours),
    special: specialRuns(hours, today).map(({ first, last }) => ({ first, last, open: hoursOn(first).open })),
  };
};

/**
 * Returns the hours that most services have: first the most frequent usual week, then the most frequent special dates
 * among services with that week.
 */
const mostCommonHours = (
  location: Location,
  capabilityOf: (serviceCode: number) => Capability | undefined,
  today: CalendarDay | undefined,
) => {
  const { hoursOf } = schedulesOf(location, capabilityOf);
  const hours = servicesInOrder(location).flatMap((service) => {
    const capability = capabilityOf(service.code);
    return (capability && hoursOf(service, capability)) ?? [];
  });
  const weeks = groupBy(hours, (each) => formattedOnce('week', each, formatUsualWeek));
  const usual = mostCommon(weeks.filter(({ text }) => text !== '')) ?? mostCommon(weeks);
  if (!usual || today === undefined) return { usual, special: undefined };
  const special = mostCommon(
    groupBy(usual.hours, (each) => formattedOnce(today, each, () => formatSpecialDates(each, today))),
  );
  return { usual, special };
};

/** Cache of formatted hours, because thousands of locations share a few hundred sets of hours. */
const texts = new LRUCache<string, string>({ max: 1_000 });

const formattedOnce = (
  what: string | number,
  hours: OpeningEntries,
  format: (hours: OpeningEntries) => string,
): string => {
  const key = JSON.stringify([what, hours]);
  const text = texts.get(key) ?? format(hours);
  texts.set(key, text);
  return text;
};

interface Described {
  readonly text: string;
  readonly hours: readonly OpeningEntries[];
}

/** Groups hours by their text, in the order of first occurrence. Hours that services share are formatted once. */
const groupBy = (
  hours: readonly OpeningEntries[],
  format: (hours: OpeningEntries) => string,
): readonly Described[] => {
  const texts = new Map([...new Set(hours)].map((each) => [each, format(each)]));
  return [...Map.groupBy(hours, (each) => texts.get(each) ?? '')].map(([text, hours]) => ({ text, hours }));
};

const mostCommon = (described: readonly Described[]): Described | undefined =>
  described.toSorted((one, other) => other.hours.length - one.hours.length)[0];

const formatUsualWeek = (hours: OpeningEntries): string => {
  const days = usualHours(hours).map(formatDay);
  if (days.every((day) => day === '00:00-24:00')) return '24/7';
  return formatWeek(days.map((day) => (day === closed ? '' : day)));
};

const formatSpecialDates = (hours: OpeningEntries, today: CalendarDay): string =>
  specialRuns(hours, today)
    .map(({ first, last, text }) => `${formatDates(first, last)} ${text}`)
    .join('; ');

/** Returns the dates whose hours differ from the usual week. Consecutive dates with the same hours are joined. */
const specialRuns = (hours: OpeningEntries, today: CalendarDay): readonly Run[] => {
  const usual = usualHours(hours).map(formatDay);
  const hoursOn = hoursByDate(hours);
  const special = datesOfEntries(hours, today).flatMap((day) => {
    const text = formatDay(hoursOn(day).open);
    return text === usual[weekdayOf(day)] ? [] : { day, text };
  });
  return runsOf(special);
};

/**
 * Returns the dates on which special entries apply and the days after them, in order, from today until the end of the
 * described dates.
 */
const datesOfEntries = ({ entries, ofLocation = [] }: OpeningEntries, today: CalendarDay): CalendarDay[] => {
  const dates = new Set<CalendarDay>();
  const end = today + describedDates;
  for (const { first, last } of specialEntries([...entries, ...ofLocation]))
    for (let date = Math.max(first, today); date <= last + 1 && date < end; date++) dates.add(date);
  return [...dates].sort((one, other) => one - other);
};

interface Run {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

const runsOf = (days: readonly { readonly day: number; readonly text: string }[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const { day, text } of days) {
    const run = runs.at(-1);
    if (run && run.last + 1 === day && run.text === text) runs[runs.length - 1] = { ...run, last: day };
    else runs.push({ first: day, last: day, text });
  }
  return runs;
};

const closed = 'off';

const formatDay = (open: readonly Interval[]): string =>
  open.map(({ start, end }) => `${formatTime(start)}-${formatTime(end)}`).join(',') || closed;

export const formatTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a range of dates, such as `2026 Dec 25-26` or `2026 Dec 31-2027 Jan 01`. */
const formatDates = (first: CalendarDay, last: CalendarDay): string => {
  const [from, to] = [first, last].map((date) => {
    const [year, month, day] = formatIsoDate(date).split('-');
    return { month: `${year} ${monthNames[Number(month) - 1]}`, day };
  });
  if (first === last) return `${from?.month} ${from?.day}`;
  return `${from?.month} ${from?.day}-${from?.month === to?.month ? '' : `${to?.month} `}${to?.day}`;
};
