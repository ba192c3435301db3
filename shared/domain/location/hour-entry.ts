import * as z from 'zod';

/** Kinds of opening hours: standard ones, and the SPECIAL_ ones that replace them on given dates. */
export const hourTypes = [
  'HOURS',
  'LUNCH',
  'HATCH',
  'SPECIAL_HOURS',
  'SPECIAL_CLOSED',
  'SPECIAL_LUNCH',
] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as hh:mm');

const isCalendarDate = (text: string) => {
  const [day, month, year] = text.split('/').map(Number);
  if (day === undefined || month === undefined || year === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1;
};

const calendarDate = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, 'a date as DD/MM/YYYY')
  .refine(isCalendarDate, 'a date of the calendar as DD/MM/YYYY');

/**
 * One stretch of opening (or, for LUNCH and *_CLOSED, of being closed), in the location's own local time.
 * `weekday` counts from 0, Monday, to 6, Sunday. A SPECIAL_ entry counts on the dates from `startDate` to
 * `endDate`, both included, that fall on its weekday, or on all of them where it names none.
 */
export const hourEntry = z.object({
  type: z.enum(hourTypes),
  weekday: z.int().min(0).max(6).optional(),
  startTime: timeOfDay.optional(),
  endTime: timeOfDay.optional(),
  startDate: calendarDate.optional(),
  endDate: calendarDate.optional(),
});
export type HourEntry = z.infer<typeof hourEntry>;
