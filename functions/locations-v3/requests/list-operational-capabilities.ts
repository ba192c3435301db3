import * as z from 'zod/mini';
import { pageQuery } from './paging.ts';

/** Request schema of getOperationalCapabilities. */
export const request = {
  query: z.object(pageQuery({ defaultSize: 50, largestSize: 200 })),
};
