import * as fc from 'fast-check';
import { formatDate } from '../../../../../shared/domain/location/hours/calendar.ts';
import { type HourEntry, hourTypes } from '../../../../../shared/domain/location/hours/entries.ts';
import type { HourMinute } from '../../../../../shared/domain/location/hours/opening-hours.ts';

/** Entry whose times are minutes of the day and whose dates are day numbers. The dates of usual entries are ignored. */
export interface NumberedEntry {
  readonly type: HourEntry['type'];
  readonly weekday: number | undefined;
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
}

/** Number of dates, from the first one, on which random special entries may start or end. */
const specialDates = 14;

/** Minutes that are often equal, so that periods overlap, touch and contain each other. */
const minute = fc.oneof(
  fc.nat({ max: 1439 }),
  fc.constantFrom(0, 60, 120, 540, 720, 780, 1020, 1200, 1380, 1438, 1439),
);

/** Creates random entries of all types, with dates in the two weeks from a date. */
export const entryFrom = (firstDate: number): fc.Arbitrary<NumberedEntry> => {
  const date = fc.nat({ max: specialDates - 1 }).map((later) => firstDate + later);
  return fc
    .record({
      type: fc.constantFrom(...hourTypes),
      weekday: fc.nat({ max: 6 }),
      isOnAnyDay: fc.boolean(),
      start: minute,
      end: minute,
      first: date,
      last: date,
    })
    .map(({ isOnAnyDay, ...rest }) => ({
      ...rest,
      weekday: isOnAnyDay && rest.type.startsWith('SPECIAL_') ? undefined : rest.weekday,
    }));
};

const padded = (number: number) => String(number).padStart(2, '0');
const clock = (minutes: number) => `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;

export const toEntry = ({ type, weekday, start, end, first, last }: NumberedEntry): HourEntry => ({
  type,
  weekday,
  startTime: clock(start),
  endTime: clock(end),
  ...(type.startsWith('SPECIAL_') && { startDate: formatDate(first), endDate: formatDate(last) }),
});

export const minuteOf = ({ hour, minute }: HourMinute) => hour * 60 + minute;
