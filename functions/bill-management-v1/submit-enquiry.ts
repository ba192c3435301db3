import * as z from 'zod/mini';
import { enquiryRepository } from '../../shared/data-access/billing/enquiry-repository.ts';
import { setting } from '../../shared/data-access/settings.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import { type EnquiryRepository, IdempotencyKeyReused } from '../../shared/domain/billing/enquiry.ts';
import { constraintViolation } from '../../shared/http/errors.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countEnquiry } from '../../shared/observability/request-metrics.ts';
import type { EnquiryResponse } from './contract.ts';
import { apiHandler } from './service.ts';

/** Well-formed Unicode text: a lone surrogate cannot be encoded in UTF-8. */
const text = z.string().check(z.refine((value) => value.isWellFormed(), 'must be well-formed Unicode text'));

/** Letters, digits, space, hyphen and square brackets: the backslashes doubled in the specification are escaping. */
const billerPattern = /^[a-zA-Z0-9 \-[\]]*$/;
const billIdPattern = /^[a-zA-Z0-9 ]*$/;
/** Not anchored in the specification: a date with other text around it passes. */
const paymentDatePattern = /[0-9]{1,2}(\/|-)[0-9]{1,2}(\/|-)[0-9]{4}/;

/** Creates a schema of text that the specification limits to 1 to 120 characters that match the pattern. */
const shortText = (pattern: RegExp, message: string) => {
  const length = 'must be 1 to 120 characters long';
  return z.string().check(z.minLength(1, length), z.maxLength(120, length), z.regex(pattern, message));
};

/** EnquiryRequest. `biller` and `billId` are required and may be null. Other members are dropped. */
const enquiryRequest = z.object({
  firstname: text,
  lastname: text,
  email: text,
  enquiryDetails: text,
  enquiryType: text,
  biller: z.nullable(
    shortText(billerPattern, 'may contain only letters, digits, spaces, hyphens and square brackets'),
  ),
  billId: z.nullable(shortText(billIdPattern, 'may contain only letters, digits and spaces')),
  paymentDate: z.optional(
    z.nullable(
      text.check(
        z.regex(paymentDatePattern, 'must contain a date (d/m/yyyy or d-m-yyyy), such as 31/12/2026'),
      ),
    ),
  ),
});

/** Maximum length of an Idempotency-Key, in characters. */
const maxIdempotencyKeyLength = 255;

/** Header Idempotency-Key; an empty one counts as absent. */
const idempotencyKey = z.pipe(
  z.optional(
    z
      .string()
      .check(
        z.maxLength(maxIdempotencyKeyLength, `must be at most ${maxIdempotencyKeyLength} characters long`),
      ),
  ),
  z.transform((key) => (key === '' ? undefined : key)),
);

export const request = {
  headers: { 'idempotency-key': idempotencyKey },
  body: enquiryRequest,
};

/** POST /bill-management-api/v1/enquiries (enquiry) */
export const submitEnquiry = (enquiries: EnquiryRepository) =>
  apiHandler(request, async ({ client, sandbox, headers, body }): Promise<EnquiryResponse> => {
    // A null payment date counts as absent, so that a retry may send either.
    const text = { ...body, paymentDate: body.paymentDate ?? undefined };
    const referenceNumber = await enquiries
      .submit(client, text, { idempotencyKey: headers['idempotency-key'], sandbox })
      .catch(rejectReusedKey);
    // An enquiry is personal data: only the length of its text is logged.
    logger.info('enquiry stored', { referenceNumber, detailsLength: body.enquiryDetails.length });
    countEnquiry();
    return { referenceNumber };
  });

const rejectReusedKey = (error: unknown): never => {
  if (!(error instanceof IdempotencyKeyReused)) throw error;
  throw constraintViolation({
    detail: 'Idempotency-Key: has already been used with a different request body',
    parameter: 'idempotency-key',
  });
};

const days = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number of days')),
  z.transform(Number),
);

export const handler = submitEnquiry(
  enquiryRepository({
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    // Read on first use, so that the handler can be imported without it.
    get retentionDays() {
      return setting('ENQUIRY_RETENTION_DAYS', days);
    },
  }),
);
