/** Calendar day as the number of days since 1 January 1970. */
export type CalendarDay = number;

export const dayMilliseconds = 86_400_000;

export const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type DayName = (typeof dayNames)[number];

/** Time of day from 00:00 to 23:59. The groups are hour and minute. */
export const timeOfDayPattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses `DD/MM/YYYY`; undefined if it is not a date. */
export const parseDate = (text: string): CalendarDay | undefined => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return dayOf(Number(year), Number(month), Number(day));
};

/** Formats a day in the years 0 to 9999 as `YYYY-MM-DD`. */
export const formatIsoDate = (day: CalendarDay): string =>
  new Date(day * dayMilliseconds).toISOString().slice(0, 10);

/** Returns the day of an existing date, given as `YYYY-MM-DD`. */
export const dayOfIsoDate = (date: string): CalendarDay => Date.parse(date) / dayMilliseconds;

/** Formats a day in the years 0 to 9999 as `DD/MM/YYYY`. */
export const formatDate = (day: CalendarDay): string => formatIsoDate(day).split('-').reverse().join('/');

/** Returns the weekday from 0 (Monday) to 6 (Sunday); 1 January 1970 was a Thursday. */
export const weekdayOf = (day: CalendarDay): number => (((day + 3) % 7) + 7) % 7;

/** Returns the current day in the time zone; undefined if the zone is unknown. */
export const todayIn = (timeZone: string, now: Date): CalendarDay | undefined => {
  const parts = dateFormatOf(timeZone)
    ?.formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year, month, day } = Object.fromEntries(parts ?? []);
  return dayOf(year ?? Number.NaN, month ?? 0, day ?? 0);
};

/**
 * Returns the IANA name of a time zone with the correct capitals; undefined if the zone is unknown. An alias such as
 * Australia/NSW must already have the correct capitals, because Intl returns only the canonical name.
 */
export const timeZoneName = (name: string): string | undefined => {
  const zone = dateFormatOf(name)?.resolvedOptions().timeZone;
  if (zone === undefined) return undefined;
  if (zone.toLowerCase() === name.toLowerCase()) return zone;
  return ianaCase.test(name) ? name : undefined;
};

/** Word of an IANA name, such as `Sydney`, `DeNoronha`, `NSW`, `GMT+10` or `EST5EDT`. */
const word = '(?:(?:[A-Z][a-z]+)+|[A-Z]+[0-9]*[A-Z]*(?:[+-][0-9]+)?)';
const ianaCase = new RegExp(`^${word}(?:[/_-](?:${word}|of))*$`);

/** Returns the calendar day; undefined if it does not exist. `month` counts from 1. */
const dayOf = (year: number, month: number, dayOfMonth: number): CalendarDay | undefined => {
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return date.getUTCDate() === dayOfMonth && date.getUTCMonth() === month - 1
    ? date.getTime() / dayMilliseconds
    : undefined;
};

/**
 * Maximum number of cached formats, about the number of IANA names. Intl accepts names in any case, so there could be
 * more, and each format takes 50 kB.
 */
const maxFormats = 600;

/**
 * Creates a function that returns a format for a time zone; undefined if the zone is unknown. Formats are cached, because
 * creating one is slow.
 */
export const formatsByZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat | undefined => {
    const cached = formats.get(timeZone);
    if (cached) return cached;
    const format = createFormat({ ...options, timeZone });
    if (formats.size >= maxFormats) formats.clear();
    if (format) formats.set(timeZone, format);
    return format;
  };
};

const createFormat = (
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): Intl.DateTimeFormat | undefined => {
  // Intl also accepts offsets such as +10:00.
  if (!/^[A-Za-z]/.test(options.timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', options);
  } catch {
    return undefined;
  }
};

const dateFormatOf = formatsByZone({ year: 'numeric', month: 'numeric', day: 'numeric' });
