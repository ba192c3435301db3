import * as z from 'zod';

/** Request schema of getWorkCentreByID. */
export const request = {
  path: { id: z.string() },
};
