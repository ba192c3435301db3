/** How often to ask for what the store left undone. With the pauses below that is about half a minute. */
export const maximumAttempts = 10;

/** Milliseconds to wait before attempt 2, 3, ...: doubled from 50 up to 5,000, and spread. */
export const pauseBefore = (attempt: number): number =>
  Math.min(5_000, 50 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
