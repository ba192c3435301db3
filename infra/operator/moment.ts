import * as z from 'zod';

const day = 24 * 60 * 60 * 1_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const durationInDays = /^(\d{1,5})d$/;

const wrongForm = (days: string): string =>
  `Expected a date (2026-01-31), a date and time (2026-01-31T12:00:00Z) or ${days}`;

const momentOf = (text: string, now: Date, direction: 1 | -1): Date | undefined => {
  const days = durationInDays.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + direction * Number(days) * day);
  return instant.safeParse(text).success ? new Date(text) : undefined;
};

/**
 * A moment of the past as an operator writes it: an ISO 8601 date (its start, in UTC), a date and time, or `7d` for so
 * many days ago. Throws RangeError with what is wrong.
 */
export const parsePastMoment = (text: string, now: Date): Date => {
  const moment = momentOf(text, now, -1);
  if (!moment) throw new RangeError(wrongForm('days ago (7d)'));
  return moment;
};

/** The same of the future: `90d` are so many days from now. It may have passed where it is a date. Throws RangeError. */
export const parseComingMoment = (text: string, now: Date): Date => {
  const moment = momentOf(text, now, 1);
  if (!moment) throw new RangeError(wrongForm('days from now (90d)'));
  return moment;
};
