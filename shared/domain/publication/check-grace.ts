const maxGraceSeconds = 5;

/**
 * Returns the seconds after which no request is answered from a publication without a check for a newer one: the
 * interval between two checks, and the grace that the second has while requests are answered from the current one.
 */
export const maxUncheckedSeconds = (checkSeconds: number): number =>
  checkSeconds + Math.min(maxGraceSeconds, checkSeconds);
