import * as z from 'zod';
import { usageQuery } from './point-query.ts';

/** What getPointsByLocationCodeUsingGET reads of a request. */
export const request = {
  path: { location_code: z.string() },
  query: z.object(usageQuery),
};
