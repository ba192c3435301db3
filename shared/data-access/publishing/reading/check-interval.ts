import * as z from 'zod';
import { setting } from '../../environment.ts';

/** The setting CATALOGUE_CHECK_SECONDS. */
export const checkSeconds = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'a number of seconds')
    .transform(Number),
);

/** How often this function looks for a newer publication at most, in seconds. Throws MissingSetting. */
export const checkSecondsFromEnvironment = (): number => setting('CATALOGUE_CHECK_SECONDS', checkSeconds);

const longestGraceSeconds = 5;

/**
 * Seconds that a check which is due may take while requests are answered from what is held. After the interval and
 * these, whoever asks waits for the check: no answer is made from what was not checked for longer.
 */
export const graceSecondsOf = (checkSeconds: number): number => Math.min(longestGraceSeconds, checkSeconds);
