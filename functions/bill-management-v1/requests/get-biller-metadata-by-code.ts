import * as z from 'zod';

/** Path parameter of one biller. */
const billerCode = z.string().min(1).max(120, 'must have at most 120 characters');

/** Request schema of getBillerMetadabaByCode. */
export const request = {
  path: { code: billerCode },
};
