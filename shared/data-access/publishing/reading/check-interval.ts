import * as z from 'zod';
import { setting } from '../../settings.ts';

/** The setting CATALOGUE_CHECK_SECONDS. */
export const checkSeconds = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'a number of seconds')
    .transform(Number),
);

/** Reads the minimum interval between checks for a newer publication, in seconds. Throws MissingSetting. */
export const checkSecondsFromEnvironment = (): number => setting('CATALOGUE_CHECK_SECONDS', checkSeconds);
