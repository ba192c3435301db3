import * as z from 'zod/mini';
import { absentable, expecting, oneOf, withoutAbsent } from '../../import-field.ts';
import { calendarDay } from '../hours/calendar-day.ts';
import { calendarDate, type HourEntry, hourTypes, timeOfDay } from '../hours/hour-entry.ts';

const weekdayRange = 'must be from 0 (Monday) to 6 (Sunday)';

const line = z.object(
  {
    type: z.enum(hourTypes, oneOf(hourTypes)),
    weekday: absentable(
      z.int(expecting('an integer')).check(z.minimum(0, weekdayRange), z.maximum(6, weekdayRange)),
    ),
    start_time: absentable(timeOfDay),
    end_time: absentable(timeOfDay),
    start_date: absentable(calendarDate),
    end_date: absentable(calendarDate),
  },
  expecting('an object'),
);
type Line = z.infer<typeof line>;

const ordinary = ['weekday', 'start_time', 'end_time'] as const;
const dates = ['start_date', 'end_date'] as const;

const neededFields: Readonly<Record<Line['type'], readonly (keyof Line)[]>> = {
  HOURS: ordinary,
  LUNCH: ordinary,
  HATCH: ordinary,
  SPECIAL_HOURS: ['start_time', 'end_time', ...dates],
  SPECIAL_LUNCH: ['start_time', 'end_time', ...dates],
  SPECIAL_CLOSED: dates,
};

const endsBeforeItStarts = ({ start_date: first, end_date: last }: Line) => {
  const days = [calendarDay(first ?? ''), calendarDay(last ?? '')] as const;
  return days[0] !== undefined && days[1] !== undefined && days[1] < days[0];
};

const toHourEntry = (hour: Line): HourEntry =>
  withoutAbsent({
    type: hour.type,
    weekday: hour.weekday,
    startTime: hour.start_time,
    endTime: hour.end_time,
    startDate: hour.start_date,
    endDate: hour.end_date,
  });

/** Hour of the import format. */
export const hourRecord = z.pipe(
  line.check(
    z.superRefine((hour, context) => {
      for (const field of neededFields[hour.type]) {
        if (hour[field] === undefined) {
          context.addIssue({ code: 'custom', path: [field], message: `is needed for ${hour.type}` });
        }
      }
      if (endsBeforeItStarts(hour)) {
        context.addIssue({ code: 'custom', path: ['end_date'], message: 'must not be before start_date' });
      }
    }),
  ),
  z.transform(toHourEntry),
);
