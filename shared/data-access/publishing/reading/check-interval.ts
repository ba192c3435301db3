import * as z from 'zod/mini';
import { setting } from '../../environment.ts';

/** The setting CATALOGUE_CHECK_SECONDS. */
export const checkSeconds = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'a number of seconds')),
  z.transform(Number),
);

/** Reads the minimum interval between checks for a newer publication, in seconds. Throws MissingSetting. */
export const checkSecondsFromEnvironment = (): number => setting('CATALOGUE_CHECK_SECONDS', checkSeconds);
