import * as z from 'zod/mini';
import { enquiryRepository } from '../../shared/data-access/billing/enquiry-repository.ts';
import { digits, setting } from '../../shared/data-access/settings.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import { type EnquiryRepository, IdempotencyKeyReused } from '../../shared/domain/billing/enquiry.ts';
import { constraintViolation } from '../../shared/http/errors.ts';
import { wellFormed } from '../../shared/http/json-body.ts';
import { described } from '../../shared/http/query-params.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countEnquiry } from '../../shared/observability/request-metrics.ts';
import type { EnquiryResponse } from './contract.ts';
import { apiHandler } from './service.ts';

const text = z.string().check(wellFormed);

/** Letters, digits, space, hyphen and square brackets. The doubled backslashes in the specification are escapes. */
const billerPattern = /^[a-zA-Z0-9 \-[\]]*$/;
const billIdPattern = /^[a-zA-Z0-9 ]*$/;
/** Not anchored, as in the specification, so any text that contains a date is valid. */
const paymentDatePattern = /[0-9]{1,2}(\/|-)[0-9]{1,2}(\/|-)[0-9]{4}/;

const length = 'must be 1 to 120 characters long';
const shortText = z.string().check(z.minLength(1, length), z.maxLength(120, length));

/** EnquiryRequest. `biller` and `billId` are required but may be null. Unknown members are dropped. */
const enquiryRequest = z
  .object({
    firstname: described(text, 'First name of the sender.'),
    lastname: described(text, 'Last name of the sender.'),
    email: described(text, 'Email address for the reply.'),
    enquiryDetails: described(text, 'Text of the enquiry.'),
    enquiryType: described(text, 'Subject of the enquiry.'),
    biller: described(
      z.nullable(
        shortText.check(
          z.regex(billerPattern, 'may contain only letters, digits, spaces, hyphens and square brackets'),
        ),
      ),
      'Name or code of the biller. Required, but may be null.',
    ),
    billId: described(
      z.nullable(shortText.check(z.regex(billIdPattern, 'may contain only letters, digits and spaces'))),
      'Identifier of the bill. Required, but may be null.',
    ),
    paymentDate: described(
      z.nullish(
        text.check(
          z.regex(paymentDatePattern, 'must contain a date (d/m/yyyy or d-m-yyyy), such as 31/12/2026'),
        ),
      ),
      'Text that contains a date: day, month and year, separated by `/` or `-`. Null counts as absent.',
    ),
  })
  .register(z.globalRegistry, {
    id: 'EnquiryRequest',
    description: 'An enquiry: at most 128 KiB of JSON in UTF-8. Other fields are ignored and not stored.',
  });

/** The `Idempotency-Key` header. An empty value counts as absent. */
const idempotencyKey = z.pipe(
  z.optional(z.string().check(z.maxLength(255, 'must be at most 255 characters long'))),
  z.transform((key) => key || undefined),
);

export const request = {
  headers: {
    'idempotency-key': described(
      idempotencyKey,
      'Identifies this enquiry for 24 hours, so that you can safely retry it. A retry with the same body returns the same ' +
        'response; a different body returns 400. An empty key counts as absent. Sending two different keys returns 400.',
      '2b9d0f0e-6b9a-4a6e-8f0b-7c1f7a3f1a11',
    ),
  },
  body: enquiryRequest,
};

/** POST /bill-management-api/v1/enquiries (enquiry) */
export const submitEnquiry = (enquiries: EnquiryRepository) =>
  apiHandler(request, async ({ client, sandbox, headers, body }): Promise<EnquiryResponse> => {
    // A null payment date counts as absent, so a retry may send null or omit it.
    const text = { ...body, paymentDate: body.paymentDate ?? undefined };
    const referenceNumber = await enquiries
      .submit(client, text, { idempotencyKey: headers['idempotency-key'], sandbox })
      .catch((error: unknown): never => {
        if (!(error instanceof IdempotencyKeyReused)) throw error;
        throw constraintViolation({
          detail: 'Idempotency-Key: has already been used with a different request body',
          parameter: 'idempotency-key',
        });
      });
    // Log only the length of the enquiry text, because the text may contain personal data.
    logger.info('enquiry stored', { referenceNumber, detailsLength: body.enquiryDetails.length });
    return { referenceNumber };
  });

const days = digits(/^[1-9]\d{0,3}$/, 'must be a number of days');

export const handler = submitEnquiry(
  enquiryRepository({
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    onStored: countEnquiry,
    // Read on first use, so that the handler can be imported without the setting.
    get retentionDays() {
      return setting('ENQUIRY_RETENTION_DAYS', days);
    },
  }),
);
