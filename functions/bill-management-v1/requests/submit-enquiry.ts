import * as z from 'zod';

/** Well-formed Unicode text: a lone surrogate cannot be encoded in UTF-8. */
const text = z.string().refine((value) => value.isWellFormed(), 'must be well-formed Unicode text');

/** Letters, digits, space, hyphen and square brackets: the backslashes doubled in the specification are escaping. */
const billerPattern = /^[a-zA-Z0-9 \-[\]]*$/;
const billIdPattern = /^[a-zA-Z0-9 ]*$/;
/** Not anchored in the specification: a date with other text around it passes. */
const paymentDatePattern = /[0-9]{1,2}(\/|-)[0-9]{1,2}(\/|-)[0-9]{4}/;

/** EnquiryRequest. `biller` and `billId` must be there, and may be null. Other members are dropped. */
const enquiryRequest = z.object({
  firstname: text,
  lastname: text,
  email: text,
  enquiryDetails: text,
  enquiryType: text,
  biller: z
    .string()
    .min(1, 'must be 1 to 120 characters long')
    .max(120, 'must be 1 to 120 characters long')
    .regex(billerPattern, 'may contain only letters, digits, spaces, hyphens and square brackets')
    .nullable(),
  billId: z
    .string()
    .min(1, 'must be 1 to 120 characters long')
    .max(120, 'must be 1 to 120 characters long')
    .regex(billIdPattern, 'may contain only letters, digits and spaces')
    .nullable(),
  paymentDate: text
    .regex(paymentDatePattern, 'must contain a date (d/m/yyyy or d-m-yyyy), such as 31/12/2026')
    .nullable()
    .optional(),
});

/** Maximum length of an Idempotency-Key, in characters. */
const longestIdempotencyKey = 255;

/** Header Idempotency-Key; an empty one counts as absent. */
const idempotencyKey = z
  .string()
  .max(longestIdempotencyKey, `must be at most ${longestIdempotencyKey} characters long`)
  .optional()
  .transform((key) => (key === '' ? undefined : key));

/** Request schema of enquiry. */
export const request = {
  headers: { 'idempotency-key': idempotencyKey },
  body: enquiryRequest,
};
