import * as z from 'zod';
import { setting } from '../environment.ts';

const wholeSeconds = z
  .string()
  .regex(/^\d{1,6}$/, 'a number of seconds')
  .transform(Number);

/** How often this function looks for a newer publication at most, in seconds. Throws MissingSetting. */
export const checkSecondsFromEnvironment = (): number => setting('CATALOGUE_CHECK_SECONDS', wholeSeconds);
