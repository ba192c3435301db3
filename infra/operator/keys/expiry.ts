import * as z from 'zod';

const day = 24 * 60 * 60 * 1_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const durationInDays = /^(\d{1,5})d$/;

const wrongForm = 'expected a date (2030-01-31), a date and time (2030-01-31T12:00:00Z) or days (90d)';

/** Days are counted from now, forwards or backwards. */
const toInstant = (text: string, now: Date, direction: 1 | -1): Date => {
  const days = durationInDays.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + direction * Number(days) * day);
  if (!instant.safeParse(text).success) throw new RangeError(wrongForm);
  return new Date(text);
};

/**
 * When a key ends: `90d` from now, an ISO 8601 date (its start, in UTC) or date and time. Answers with ISO 8601 in UTC.
 * Throws RangeError with what is wrong.
 */
export const parseExpiry = (text: string, now: Date): string => {
  const expiry = toInstant(text, now, 1);
  if (expiry <= now) throw new RangeError(`${expiry.toISOString()} is not in the future`);
  return expiry.toISOString();
};

/** From when on something is asked for: as an expiry, but `90d` are those that have passed. Throws RangeError. */
export const parseSince = (text: string, now: Date): string => toInstant(text, now, -1).toISOString();
