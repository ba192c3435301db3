import * as z from 'zod';
import { enquiryRepository } from '../../shared/data-access/billing/enquiry-repository.ts';
import { setting } from '../../shared/data-access/settings.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import {
  type EnquiryRepository,
  type EnquiryText,
  IdempotencyKeyReused,
} from '../../shared/domain/billing/enquiry.ts';
import { constraintViolation } from '../../shared/http/api-error.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countEnquiry } from '../../shared/observability/request-metrics.ts';
import type { EnquiryResponse } from './contract.ts';
import { request } from './requests/submit-enquiry.ts';
import { apiHandler } from './service.ts';

/**
 * Copies the sender's part of an enquiry field by field, so that no other field of the body is stored. A null payment
 * date counts as absent, so that a retry may send either.
 */
const toEnquiryText = (body: z.output<typeof request.body>): EnquiryText => ({
  firstname: body.firstname,
  lastname: body.lastname,
  email: body.email,
  enquiryDetails: body.enquiryDetails,
  enquiryType: body.enquiryType,
  biller: body.biller,
  billId: body.billId,
  paymentDate: body.paymentDate ?? undefined,
});

const refuseReusedKey = (error: unknown): never => {
  if (!(error instanceof IdempotencyKeyReused)) throw error;
  throw constraintViolation({
    detail: 'Idempotency-Key: has already been used with a different request body',
    parameter: 'idempotency-key',
  });
};

/** POST /bill-management-api/v1/enquiries (enquiry) */
export const submitEnquiry = (enquiries: EnquiryRepository) =>
  apiHandler(request, async ({ client, sandbox, headers, body }): Promise<EnquiryResponse> => {
    const referenceNumber = await enquiries
      .submit(client, toEnquiryText(body), { idempotencyKey: headers['idempotency-key'], sandbox })
      .catch(refuseReusedKey);
    // An enquiry is personal data: only the length of its text is logged.
    logger.info('enquiry taken', { referenceNumber, detailsLength: body.enquiryDetails.length });
    countEnquiry();
    return { referenceNumber };
  });

const days = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a number of days')
  .transform(Number);

export const handler = submitEnquiry(
  enquiryRepository({
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    // Read on first use, so that the handler can be imported without it.
    get retentionDays() {
      return setting('ENQUIRY_RETENTION_DAYS', days);
    },
  }),
);
