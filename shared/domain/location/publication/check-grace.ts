const longestGraceSeconds = 5;

/**
 * Returns the seconds that a due check for a newer publication may take while requests are answered from the current
 * one. After the interval and this grace, requests wait for the check.
 */
export const graceSecondsOf = (checkSeconds: number): number => Math.min(longestGraceSeconds, checkSeconds);
