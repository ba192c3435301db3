import * as z from 'zod';

const day = 24 * 60 * 60 * 1_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const daysAgo = /^(\d{1,5})d$/;

/**
 * A moment of the past as an operator writes it: an ISO 8601 date (its start, in UTC), a date and time, or `7d` for so
 * many days ago. Throws RangeError with what is wrong.
 */
export const parseMoment = (text: string, now: Date): Date => {
  const days = daysAgo.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() - Number(days) * day);
  if (instant.safeParse(text).success) return new Date(text);
  throw new RangeError(
    'expected a date (2026-01-31), a date and time (2026-01-31T12:00:00Z) or days ago (7d)',
  );
};
