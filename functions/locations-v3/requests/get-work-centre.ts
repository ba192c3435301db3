import * as z from 'zod/mini';

/** Request schema of getWorkCentreByID. */
export const request = {
  path: { id: z.string() },
};
