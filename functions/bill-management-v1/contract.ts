import * as z from 'zod';
import {
  billChecks,
  billMembers,
  checkResults,
  failureReasons,
} from '../../shared/domain/billing/bill-validation.ts';
import { billerStatuses } from '../../shared/domain/billing/biller.ts';
import { errorResponseOf } from '../../shared/http/error-response.ts';

/** Response bodies of version 1.1, with the names and types given in its specification. */

export const enquiryResponse = z
  .strictObject({
    referenceNumber: z.string().meta({
      description: 'Quote this number when you contact support. Its last character is a check digit.',
    }),
  })
  .meta({ id: 'EnquiryResponse', description: 'Reference number of the stored enquiry.' });
export type EnquiryResponse = z.output<typeof enquiryResponse>;

const paymentReference = z
  .strictObject({
    label: z.string().meta({ description: 'Label of the reference as printed on the bill.' }),
    minLength: z.int().min(0),
    maxLength: z.int().min(0),
    pattern: z
      .string()
      .optional()
      .meta({ description: 'Regular expression that the whole reference must match.' }),
    checkDigit: z.string().optional().meta({ description: 'Name of the check-digit scheme.' }),
  })
  .meta({
    id: 'PaymentReference',
    description: 'Reference that a payer copies from the bill, and how to validate it.',
  });

export const billerResponse = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    shortName: z.string().optional(),
    organisation: z.string(),
    billType: z.string().meta({ description: 'Code of the bill type.' }),
    status: z
      .enum(billerStatuses)
      .meta({ description: 'Whether bills from this biller can currently be paid.' }),
    minimumAmount: z.int().min(0).optional().meta({ description: 'Minimum amount in cents.' }),
    maximumAmount: z.int().min(0).optional().meta({ description: 'Maximum amount in cents.' }),
    paymentMethods: z.array(z.string()),
    reference: paymentReference,
  })
  .meta({ id: 'Biller', description: 'An organisation whose bills can be paid.' });
export type BillerResponse = z.output<typeof billerResponse>;

export const billersResponse = z
  .strictObject({ billers: z.array(billerResponse) })
  .meta({ id: 'BillersResponse', description: 'All billers that match the filters, ordered by code.' });
export type BillersResponse = z.output<typeof billersResponse>;

export const billTypesResponse = z
  .strictObject({
    billTypes: z.array(
      z
        .strictObject({ code: z.string(), name: z.string(), description: z.string().optional() })
        .meta({ id: 'BillType', description: 'A kind of bill. Billers refer to it by its code.' }),
    ),
  })
  .meta({ id: 'BillTypesResponse', description: 'All bill types, ordered by code.' });
export type BillTypesResponse = z.output<typeof billTypesResponse>;

const billCheck = z
  .strictObject({
    check: z.enum(billChecks),
    result: z.enum(checkResults).meta({
      description:
        '`NOT_APPLICABLE`: the biller has no rule for this check, the request has no value for it, or the biller is unknown. ' +
        '`NOT_CHECKED`: the biller has a rule that Waypost cannot evaluate.',
    }),
    reason: z.enum(failureReasons).optional().meta({ description: 'Why the check failed.' }),
    field: z.enum(billMembers).optional().meta({ description: 'Request field that caused the failure.' }),
    detail: z.string().optional().meta({ description: 'Message that you can show to the payer.' }),
    expected: z
      .strictObject({
        minLength: z.int().min(0).optional(),
        maxLength: z.int().min(0).optional(),
        minimumAmount: z.int().min(0).optional().meta({ description: 'Minimum amount in cents.' }),
        maximumAmount: z.int().min(0).optional().meta({ description: 'Maximum amount in cents.' }),
        paymentMethods: z.array(z.string()).optional(),
      })
      .optional()
      .meta({
        description: 'The violated rule, if the check of the length, amount or payment method failed.',
      }),
  })
  .meta({
    id: 'BillCheck',
    description: 'Result of one check of a bill. Only a failed check has a reason.',
    'x-waypost-extension': true,
  });

/** Result of validating a bill. Bills that cannot be paid also return 200. */
export const billValidation = z
  .strictObject({
    valid: z.boolean().meta({ description: '`true` if no check failed.' }),
    conclusive: z.boolean().meta({
      description: 'Whether every rule of the biller was evaluated, so that no check is `NOT_CHECKED`.',
    }),
    biller: z
      .strictObject({
        code: z.string(),
        name: z.string(),
        referenceLabel: z.string().meta({ description: 'Label of the reference as printed on the bill.' }),
      })
      .optional()
      .meta({ description: 'Absent if the biller is unknown.' }),
    reference: z.string().meta({
      description:
        'The reference that was checked. Leading and trailing spaces are removed. Spaces and hyphens within it ' +
        'are removed too, unless the biller is unknown or its pattern matches the reference with them.',
    }),
    checks: z
      .array(billCheck)
      .length(billChecks.length)
      .meta({ description: 'All checks, always in this order.' }),
  })
  .meta({
    id: 'BillValidation',
    description: 'Whether a bill can be paid and, if not, why.',
    'x-waypost-extension': true,
  });
export type BillValidation = z.output<typeof billValidation>;

/** Health of the service: 200 with UP, 503 with DOWN. */
export const healthCheckStatus = z
  .strictObject({ status: z.enum(['UP', 'DOWN']) })
  .meta({ id: 'HealthCheckStatus', description: 'Whether the service is available.' });
export type HealthCheckStatus = z.output<typeof healthCheckStatus>;

export const errorResponse = errorResponseOf({ without: 'UNSUPPORTED_MEDIA_TYPE', namesSource: true });

/** Bodies of successful responses, by operation and status. */
export const responses = {
  getBillerMetadaba: { 200: billersResponse },
  getBillTypes: { 200: billTypesResponse },
  getBillerMetadabaByCode: { 200: billerResponse },
  enquiry: { 200: enquiryResponse },
  validateBill: { 200: billValidation },
  ping: { 200: healthCheckStatus },
  health: { 200: healthCheckStatus, 503: healthCheckStatus },
};
