import * as z from 'zod/mini';
import { calendarDay } from './calendar-day.ts';

/** Kinds of opening hours: standard ones, and the SPECIAL_ ones that replace them on given dates. */
export const hourTypes = [
  'HOURS',
  'LUNCH',
  'HATCH',
  'SPECIAL_HOURS',
  'SPECIAL_CLOSED',
  'SPECIAL_LUNCH',
] as const;

/** Time of day from 00:00 to 23:59. */
export const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as hh:mm'));

/** A date that exists, as DD/MM/YYYY. */
export const calendarDate = z
  .string()
  .check(z.refine((text) => calendarDay(text) !== undefined, 'must be a date of the calendar as DD/MM/YYYY'));

/**
 * One stretch of opening (or, for LUNCH and *_CLOSED, of being closed), in the location's own local time.
 * `weekday` counts from 0, Monday, to 6, Sunday. A SPECIAL_ entry counts on the dates from `startDate` to
 * `endDate`, both included, that fall on its weekday, or on all of them where it names none.
 */
export const hourEntry = z.object({
  type: z.enum(hourTypes),
  weekday: z.optional(z.int().check(z.minimum(0), z.maximum(6))),
  startTime: z.optional(timeOfDay),
  endTime: z.optional(timeOfDay),
  startDate: z.optional(calendarDate),
  endDate: z.optional(calendarDate),
});
export type HourEntry = z.infer<typeof hourEntry>;
