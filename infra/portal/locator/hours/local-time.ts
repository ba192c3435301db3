import type { CalendarDay } from '../../../../shared/domain/location/hours/calendar.ts';

/** What calendar and clock of a place say. */
export interface LocalTime {
  readonly day: CalendarDay;
  /** Minutes after midnight, by the clock on the wall. */
  readonly minute: number;
}

const dayInMilliseconds = 86_400_000;

// A formatter takes longer to make than a page of results takes to be shown, and there are few zones.
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
};

/**
 * The local time at an instant. Opening hours are times of the clock, so this is all that is compared: an hour that a
 * change of clocks skips or repeats needs no care. Throws RangeError where the browser knows no such time zone.
 */
export const localTime = (timeZone: string, instant: Date): LocalTime => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  return {
    day: Date.UTC(part('year'), part('month') - 1, part('day')) / dayInMilliseconds,
    minute: part('hour') * 60 + part('minute'),
  };
};
