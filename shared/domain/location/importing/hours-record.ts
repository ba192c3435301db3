import * as z from 'zod';
import { expecting } from '../../import-field.ts';
import { busiestDate, busiestWeekday } from '../hours/busiest-day.ts';
import { dateText } from '../hours/calendar-day.ts';
import type { HourEntry } from '../hours/hour-entry.ts';
import { hourRecord } from './hour-record.ts';

/** Two years ahead with two special stretches on each date are 1,462 entries, and the usual week is there as well. */
export const mostHours = 2_000;

/**
 * What opens three times, with lunches between and a hatch with times of its own, takes eight. Version 3 shows the
 * stretches of seven days for each service: with these, and no more services than a line may have, they are 4 MB.
 */
export const mostHoursOfWeekday = 12;

/** As for a weekday: what they make of the usual hours of their date comes on top of those. */
export const mostSpecialHoursOfDate = 12;

const refuseFullDays = (entries: readonly HourEntry[], context: z.RefinementCtx) => {
  // Of a list as short as nearly all are, no day need be looked for.
  if (entries.length <= Math.min(mostHoursOfWeekday, mostSpecialHoursOfDate)) return;
  const weekday = busiestWeekday(entries);
  if (weekday.entries > mostHoursOfWeekday)
    context.addIssue(
      `must have at most ${mostHoursOfWeekday} of HOURS, LUNCH and HATCH on a weekday, and has ${weekday.entries} on weekday ${weekday.day}`,
    );
  const date = busiestDate(entries);
  if (date.entries > mostSpecialHoursOfDate)
    context.addIssue(
      `must have at most ${mostSpecialHoursOfDate} special entries on a date, and has ${date.entries} on ${dateText(date.day)}`,
    );
};

/**
 * The hours of a location or of a service, as the import format has them. Bounded here alone: what is stored already is
 * read and shown however much it is.
 */
export const hoursRecord = z
  .array(hourRecord, expecting('an array'))
  .max(mostHours, `must have at most ${mostHours} entries`)
  .superRefine(refuseFullDays);
