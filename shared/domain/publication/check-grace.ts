const maxGraceSeconds = 5;

/**
 * Returns the age in seconds up to which a check is recent enough: the check interval plus a grace period, during which
 * requests do not wait for a pending check.
 */
export const maxUncheckedSeconds = (checkSeconds: number): number =>
  checkSeconds + Math.min(maxGraceSeconds, checkSeconds);
