import { type CalendarDay, dayNames, weekdayOf } from '../../../../shared/domain/location/hours/calendar.ts';

/** A time of day as the API writes it. */
interface HourMinute {
  readonly hour: number;
  readonly minute: number;
}

/** A period of `current_hours`; without `open` and `close` the day is closed. */
export interface CurrentPeriod {
  readonly day: (typeof dayNames)[number];
  readonly type: string;
  readonly open?: HourMinute | undefined;
  readonly close?: HourMinute | undefined;
}

/** Part of a day: minutes after midnight, the end not included; 1440 is the midnight that ends it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** One of the coming days. */
export interface DatedDay {
  readonly date: CalendarDay;
  /** Whether something special makes it other than every week. */
  readonly isSpecial: boolean;
  /** When it is open, in order; empty on a closed day. */
  readonly stretches: readonly Stretch[];
}

/** The last minute that `close` can name: it stands for the midnight after it. */
const lastMinute = 23 * 60 + 59;

const minuteOf = ({ hour, minute }: HourMinute): number => hour * 60 + minute;

/** The stretch of a period; none where the day is closed. */
export const stretchOf = ({ open, close }: Pick<CurrentPeriod, 'open' | 'close'>): readonly Stretch[] => {
  if (open === undefined || close === undefined) return [];
  const end = minuteOf(close);
  return [{ start: minuteOf(open), end: end === lastMinute ? end + 1 : end }];
};

/** The date with this weekday that is nearest to the given one. */
const nearestWithWeekday = (weekday: number, to: CalendarDay): CalendarDay => {
  const after = (weekday - weekdayOf(to) + 7) % 7;
  return after <= 3 ? to + after : to + after - 7;
};

/**
 * The week of `current_hours` with dates: its days follow each other from the first, which is the day of the answer.
 * The name of that day corrects a date that is off by some days, as where the visitor's clock is wrong, or midnight
 * passed while the answer was on its way.
 */
export const datedWeek = (
  periods: readonly CurrentPeriod[],
  answeredOn: CalendarDay,
): readonly DatedDay[] => {
  const days: { name: CurrentPeriod['day']; isSpecial: boolean; stretches: Stretch[] }[] = [];
  for (const period of periods) {
    let today = days.at(-1);
    if (today?.name !== period.day) {
      today = { name: period.day, isSpecial: false, stretches: [] };
      days.push(today);
    }
    today.isSpecial ||= period.type.startsWith('SPECIAL');
    today.stretches.push(...stretchOf(period));
  }
  const [first] = days;
  if (first === undefined) return [];
  const from = nearestWithWeekday(dayNames.indexOf(first.name), answeredOn);
  return days.map(({ isSpecial, stretches }, later) => ({ date: from + later, isSpecial, stretches }));
};
