import * as z from 'zod';
import { billerStatuses } from '../../shared/domain/billing/biller.ts';
import { errorResponseOf } from '../../shared/http/error-body.ts';
import { listParam, textItem } from '../../shared/http/query-params.ts';

/** The requests and bodies of version 1.1, as its specification names and types them. */

/** Any text but half a surrogate pair, which no UTF-8 can carry on. */
const text = z.string().refine((value) => value.isWellFormed(), 'must be well-formed Unicode text');

/** Letters, digits, space, hyphen and square brackets: the specification's doubled backslashes are escaping. */
const billerPattern = /^[a-zA-Z0-9 \-[\]]*$/;
const billIdPattern = /^[a-zA-Z0-9 ]*$/;
/** Not anchored in the specification: a date with other text around it passes. */
const paymentDatePattern = /[0-9]{1,2}(\/|-)[0-9]{1,2}(\/|-)[0-9]{4}/;

/** EnquiryRequest. `biller` and `billId` must be there, and may be null. Other members are dropped. */
export const enquiryRequest = z.object({
  firstname: text,
  lastname: text,
  email: text,
  enquiryDetails: text,
  enquiryType: text,
  biller: z
    .string()
    .min(1, 'must have 1 to 120 characters')
    .max(120, 'must have 1 to 120 characters')
    .regex(billerPattern, 'must be letters, digits, spaces, hyphens and square brackets')
    .nullable(),
  billId: z
    .string()
    .min(1, 'must have 1 to 120 characters')
    .max(120, 'must have 1 to 120 characters')
    .regex(billIdPattern, 'must be letters, digits and spaces')
    .nullable(),
  paymentDate: text
    .regex(paymentDatePattern, 'must hold a date such as 31/12/2026 or 31-12-2026')
    .nullable()
    .optional(),
});

/** Most characters of an Idempotency-Key. */
const longestIdempotencyKey = 255;

/** Header Idempotency-Key; an empty one counts as absent. */
export const idempotencyKey = z
  .string()
  .max(longestIdempotencyKey, `must have at most ${longestIdempotencyKey} characters`)
  .optional()
  .transform((key) => (key === '' ? undefined : key));

/** Filters of the list of billers: comma lists of alternatives, which narrow each other. */
export const billerQuery = z.object({
  billerCode: listParam(textItem()),
  billerOrganisation: listParam(textItem().transform((text) => text.toLowerCase())),
  billType: listParam(textItem()),
});

/** Path parameter of one biller. */
export const billerCode = z.string().min(1).max(120, 'must have at most 120 characters');

/** The enquiry is stored under this number. */
export const enquiryResponse = z.strictObject({ referenceNumber: z.string() });
export type EnquiryResponse = z.output<typeof enquiryResponse>;

/** One biller. */
export const billerResponse = z.strictObject({
  code: z.string(),
  name: z.string(),
  shortName: z.string().optional(),
  organisation: z.string(),
  billType: z.string(),
  status: z.enum(billerStatuses),
  /** In cents, as is the maximum. */
  minimumAmount: z.int().min(0).optional(),
  maximumAmount: z.int().min(0).optional(),
  paymentMethods: z.array(z.string()),
  reference: z.strictObject({
    label: z.string(),
    minLength: z.int().min(0),
    maxLength: z.int().min(0),
    pattern: z.string().optional(),
    checkDigit: z.string().optional(),
  }),
});
export type BillerResponse = z.output<typeof billerResponse>;

/** All billers that the filters leave, by code. */
export const billersResponse = z.strictObject({ billers: z.array(billerResponse) });
export type BillersResponse = z.output<typeof billersResponse>;

/** All bill types, by code. */
export const billTypesResponse = z.strictObject({
  billTypes: z.array(
    z.strictObject({ code: z.string(), name: z.string(), description: z.string().optional() }),
  ),
});
export type BillTypesResponse = z.output<typeof billTypesResponse>;

/** Answered with 200 where UP, 503 where DOWN. */
export const healthCheckStatus = z.strictObject({ status: z.enum(['UP', 'DOWN']) });
export type HealthCheckStatus = z.output<typeof healthCheckStatus>;

/** The body of every error. */
export const errorResponse = errorResponseOf({
  codes: [
    'CONSTRAINT_VIOLATION',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'METHOD_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  namesSource: true,
});
