import * as z from 'zod';

/** Path parameter of one biller. */
const billerCode = z.string().min(1).max(120, 'must be at most 120 characters long');

/** Request schema of getBillerMetadabaByCode. */
export const request = {
  path: { code: billerCode },
};
