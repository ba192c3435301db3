import * as z from 'zod';

const day = 24 * 60 * 60 * 1_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const durationInDays = /^(\d{1,5})d$/;

const toInstant = (text: string, now: Date): Date | undefined => {
  const days = durationInDays.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * day);
  return instant.safeParse(text).success ? new Date(text) : undefined;
};

/**
 * When a key ends: `90d` from now, an ISO 8601 date (its start, in UTC) or date and time. Answers with ISO 8601 in UTC.
 * Throws RangeError with what is wrong.
 */
export const parseExpiry = (text: string, now: Date): string => {
  const expiry = toInstant(text, now);
  if (!expiry)
    throw new RangeError(
      'expected a date (2030-01-31), a date and time (2030-01-31T12:00:00Z) or days (90d)',
    );
  if (expiry <= now) throw new RangeError(`${expiry.toISOString()} is not in the future`);
  return expiry.toISOString();
};
