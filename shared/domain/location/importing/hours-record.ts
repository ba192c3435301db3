import * as z from 'zod/mini';
import { listUpTo } from '../../import-field.ts';
import { busiestDate, busiestWeekday } from '../hours/busiest-day.ts';
import { dateText } from '../hours/calendar-day.ts';
import type { HourEntry } from '../hours/hour-entry.ts';
import { hourRecord } from './hour-record.ts';

/**
 * Maximum number of hours of a location or service: two years of two special stretches on each date are 1,462 entries,
 * beside the usual week.
 */
export const mostHours = 2_000;

/**
 * Maximum number of entries of a weekday: three openings with lunches between and a hatch with its own times need
 * eight. Version 3 shows seven days for each service: with these limits and mostServices, at most 4 MB.
 */
export const mostHoursOfWeekday = 12;

/** Maximum number of SPECIAL_ entries of a date, in addition to the entries of its weekday. */
export const mostSpecialHoursOfDate = 12;

const refuseFullDays = (entries: readonly HourEntry[], context: z.core.$RefinementCtx) => {
  // Nearly all lists are too short to exceed the limit of any day.
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
 * Hours of a location or service in the import format. Limits apply here alone: stored records are read however large.
 */
export const hoursRecord = listUpTo(hourRecord, mostHours, 'entries').check(z.superRefine(refuseFullDays));
