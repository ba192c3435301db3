import * as z from 'zod';
import { pageQuery } from './paging.ts';

/** What getOperationalCapabilities reads of a request. */
export const request = {
  query: z.object(pageQuery({ defaultSize: 50, largestSize: 200 })),
};
