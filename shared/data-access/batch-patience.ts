/** Maximum attempts for items that the store left unprocessed; about half a minute with the pauses below. */
export const maximumAttempts = 10;

/** Returns the milliseconds to wait before attempt 2, 3, ...: doubled from 50 up to 5,000, with jitter. */
export const pauseBefore = (attempt: number): number =>
  Math.min(5_000, 50 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
