import * as z from 'zod';

/** What getWorkCentreByID reads of a request. */
export const request = {
  path: { id: z.string() },
};
