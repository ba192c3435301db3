import { parseComingMoment, parsePastMoment } from '../moment.ts';

/**
 * When a key ends: `90d` from now, an ISO 8601 date (its start, in UTC) or date and time. Answers with ISO 8601 in UTC.
 * Throws RangeError with what is wrong.
 */
export const parseExpiry = (text: string, now: Date): string => {
  const expiry = parseComingMoment(text, now);
  if (expiry <= now) throw new RangeError(`${expiry.toISOString()} is not in the future`);
  return expiry.toISOString();
};

/** From when on something is asked for: as an expiry, but `90d` are those that have passed. Throws RangeError. */
export const parseSince = (text: string, now: Date): string => parsePastMoment(text, now).toISOString();
