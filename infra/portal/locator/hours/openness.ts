import type { DatedDay, Stretch } from './dated-week.ts';
import type { LocalTime } from './local-time.ts';

/** Whether something is open; the other time is when that changes. */
export type Openness =
  | { readonly state: 'open'; readonly until: LocalTime }
  | { readonly state: 'always open' }
  | { readonly state: 'closed'; readonly until: LocalTime }
  /** And it does not open on any day that is known. */
  | { readonly state: 'closed for the week' }
  /** The day is not among those that are known. */
  | { readonly state: 'unknown' };

const minutesInDay = 24 * 60;

/** Minutes after the beginning of the calendar. */
const moment = ({ day, minute }: LocalTime): number => day * minutesInDay + minute;

/** Midnight is the end of the day that it closes. */
const closingTime = (moment: number): LocalTime => {
  const day = Math.ceil(moment / minutesInDay) - 1;
  return { day, minute: moment - day * minutesInDay };
};

const openingTime = (moment: number): LocalTime => {
  const day = Math.floor(moment / minutesInDay);
  return { day, minute: moment - day * minutesInDay };
};

/** The stretches of all days after one another, those that touch at midnight joined. */
const openStretches = (week: readonly DatedDay[]): readonly Stretch[] => {
  const joined: Stretch[] = [];
  for (const { date, stretches } of week) {
    for (const { start, end } of stretches) {
      const [from, to] = [date * minutesInDay + start, date * minutesInDay + end];
      const last = joined.at(-1);
      if (last?.end === from) joined[joined.length - 1] = { start: last.start, end: to };
      else joined.push({ start: from, end: to });
    }
  }
  return joined;
};

/** Whether the days, which follow one another, say that it is open at a time by the same clock. */
export const opennessAt = (week: readonly DatedDay[], now: LocalTime): Openness => {
  const [first, last] = [week.at(0), week.at(-1)];
  if (!first || !last || now.day < first.date || now.day > last.date) return { state: 'unknown' };
  const instant = moment(now);
  const next = openStretches(week).find(({ end }) => instant < end);
  if (!next) return { state: 'closed for the week' };
  if (instant < next.start) return { state: 'closed', until: openingTime(next.start) };
  const isWholeWeek = next.start === first.date * minutesInDay && next.end === (last.date + 1) * minutesInDay;
  return isWholeWeek ? { state: 'always open' } : { state: 'open', until: closingTime(next.end) };
};
