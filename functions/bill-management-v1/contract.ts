import * as z from 'zod';
import { billerStatuses } from '../../shared/domain/billing/biller.ts';
import { errorResponseOf } from '../../shared/http/error-body.ts';

/** The bodies of version 1.1, as its specification names and types them. */

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
