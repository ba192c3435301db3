import { boundedMemory } from '../../bounded-memory.ts';
import { isTimeZone } from './time-zone.ts';

/** Calendar day as the number of days since 1 January 1970. */
export type CalendarDay = number;

/** Milliseconds of a day of 24 hours. */
export const dayMilliseconds = 86_400_000;
const minuteInMilliseconds = 60_000;

/** Returns the calendar day; undefined if it does not exist. `month` counts from 1. */
const dayOf = (year: number, month: number, dayOfMonth: number): CalendarDay | undefined => {
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return date.getUTCDate() === dayOfMonth && date.getUTCMonth() === month - 1
    ? date.getTime() / dayMilliseconds
    : undefined;
};

/** Parses `DD/MM/YYYY`; undefined if it is not a date. */
export const calendarDay = (text: string): CalendarDay | undefined => {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return parts ? dayOf(Number(parts[3]), Number(parts[2]), Number(parts[1])) : undefined;
};

/** Formats a day of the years 0 to 9999 as `DD/MM/YYYY`. */
export const dateText = (day: CalendarDay): string =>
  new Date(day * dayMilliseconds).toISOString().slice(0, 10).split('-').reverse().join('/');

/** Returns the weekday from 0 (Monday) to 6 (Sunday); 1 January 1970 was a Thursday. */
export const weekdayOf = (day: CalendarDay): number => (((day + 3) % 7) + 7) % 7;

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  /** Minutes since 1 January 1970, when the day was read. */
  readInMinute: number;
  today: CalendarDay | undefined;
}

/**
 * Maximum number of cached formatters: as many as there are names of zones. Creating one is slow and takes 50 kB, and
 * Intl accepts a name in any case, so every spelling would have its own.
 */
const mostClocks = 600;
const clocks = boundedMemory<string, ZoneClock>(mostClocks);

const clockOf = (timeZone: string): ZoneClock | undefined => {
  const known = clocks.get(timeZone);
  if (known || !isTimeZone(timeZone)) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const clock = { format, readInMinute: Number.NaN, today: undefined };
  clocks.add(timeZone, clock, 1);
  return clock;
};

const readDay = (format: Intl.DateTimeFormat, now: Date): CalendarDay | undefined => {
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  return dayOf(parts.get('year') ?? Number.NaN, parts.get('month') ?? 0, parts.get('day') ?? 0);
};

/** Returns the current day in the time zone; undefined if there is no such zone. */
export const todayIn = (timeZone: string, now: Date): CalendarDay | undefined => {
  const clock = clockOf(timeZone);
  if (!clock) return undefined;
  // Offsets have been whole minutes everywhere since Liberia changed its own in 1972.
  const minute = Math.floor(now.getTime() / minuteInMilliseconds);
  if (clock.readInMinute !== minute) {
    clock.today = readDay(clock.format, now);
    clock.readInMinute = minute;
  }
  return clock.today;
};
