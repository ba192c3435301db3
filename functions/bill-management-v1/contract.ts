import * as z from 'zod';
import { billerStatuses } from '../../shared/domain/billing/biller.ts';
import { errorResponseOf } from '../../shared/http/error-response.ts';

/** The bodies of version 1.1, as its specification names and types them. */

/** Answer to an enquiry: the reference number that it is stored under. */
export const enquiryResponse = z
  .strictObject({
    referenceNumber: z.string().meta({
      description: 'Quote this number when you contact support. Its last character is a check digit.',
    }),
  })
  .meta({ id: 'EnquiryResponse', description: 'The enquiry is stored under this reference number.' });
export type EnquiryResponse = z.output<typeof enquiryResponse>;

const paymentReference = z
  .strictObject({
    label: z.string().meta({ description: 'Name of the reference on the bill.' }),
    minLength: z.int().min(0),
    maxLength: z.int().min(0),
    pattern: z.string().optional().meta({ description: 'Regular expression of the whole reference.' }),
    checkDigit: z.string().optional().meta({ description: 'Name of the check-digit scheme.' }),
  })
  .meta({
    id: 'PaymentReference',
    description: 'Reference that a payer enters from the bill, and how to validate it.',
  });

/** One biller. */
export const billerResponse = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    shortName: z.string().optional(),
    organisation: z.string(),
    billType: z.string().meta({ description: 'Code of the bill type.' }),
    status: z.enum(billerStatuses).meta({ description: 'Whether its bills can be paid at present.' }),
    minimumAmount: z.int().min(0).optional().meta({ description: 'In cents.' }),
    maximumAmount: z.int().min(0).optional().meta({ description: 'In cents.' }),
    paymentMethods: z.array(z.string()),
    reference: paymentReference,
  })
  .meta({ id: 'Biller', description: 'An organisation whose bills can be paid.' });
export type BillerResponse = z.output<typeof billerResponse>;

/** All billers that match the filters, ordered by code. */
export const billersResponse = z
  .strictObject({ billers: z.array(billerResponse) })
  .meta({ id: 'BillersResponse', description: 'All billers that match the filters, ordered by code.' });
export type BillersResponse = z.output<typeof billersResponse>;

/** All bill types, ordered by code. */
export const billTypesResponse = z
  .strictObject({
    billTypes: z.array(
      z
        .strictObject({ code: z.string(), name: z.string(), description: z.string().optional() })
        .meta({ id: 'BillType', description: 'A kind of bill; billers name theirs by its code.' }),
    ),
  })
  .meta({ id: 'BillTypesResponse', description: 'All bill types, ordered by code.' });
export type BillTypesResponse = z.output<typeof billTypesResponse>;

/** Health of the service: 200 with UP, 503 with DOWN. */
export const healthCheckStatus = z
  .strictObject({ status: z.enum(['UP', 'DOWN']) })
  .meta({ id: 'HealthCheckStatus', description: 'Whether the service is available.' });
export type HealthCheckStatus = z.output<typeof healthCheckStatus>;

/** The body of every error. */
export const errorResponse = errorResponseOf({ without: 'UNSUPPORTED_MEDIA_TYPE', namesSource: true });

/** Bodies of successful responses, by operation and status. */
export const responses = {
  getBillerMetadaba: { 200: billersResponse },
  getBillTypes: { 200: billTypesResponse },
  getBillerMetadabaByCode: { 200: billerResponse },
  enquiry: { 200: enquiryResponse },
  ping: { 200: healthCheckStatus },
  health: { 200: healthCheckStatus, 503: healthCheckStatus },
};
