const maxGraceSeconds = 5;

/**
 * Returns the maximum age in seconds of a check: the interval, plus a grace while a pending check delays no request.
 */
export const maxUncheckedSeconds = (checkSeconds: number): number =>
  checkSeconds + Math.min(maxGraceSeconds, checkSeconds);
