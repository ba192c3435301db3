import * as z from 'zod/mini';
import { usageQuery } from './point-query.ts';

/** Request schema of getPointsByLocationCodeUsingGET. */
export const request = {
  path: { location_code: z.string() },
  query: z.object(usageQuery),
};
