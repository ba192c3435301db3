import * as z from 'zod';

/** A number of a template, where CloudFormation takes digits in quotes as well. */
export const templateNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/, 'a number of digits alone')
    .transform(Number),
]);
