const maxGraceSeconds = 5;

/**
 * Seconds that a due check for a newer publication may take while requests are answered from the current one. After the
 * interval and this grace, requests wait for the check.
 */
const graceSecondsOf = (checkSeconds: number): number => Math.min(maxGraceSeconds, checkSeconds);

/**
 * Returns the seconds after which no request is answered from a publication without a check for a newer one: the
 * interval between two checks, and the grace of the second.
 */
export const maxUncheckedSeconds = (checkSeconds: number): number =>
  checkSeconds + graceSecondsOf(checkSeconds);
