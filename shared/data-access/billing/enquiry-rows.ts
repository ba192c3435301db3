import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Enquiry, EnquiryText } from '../../domain/billing/enquiry.ts';

/** Lifetime of an idempotency key, in seconds. */
const idempotencySeconds = 24 * 60 * 60;

/** Token in the rows of one submission, which recognises them if the answer of a write was lost. */
const submissionToken = z.string();

/** Attribute that identifies the submission of a row. */
export const enquiryMark = z.object({ submissionToken });

/** Row of an idempotency key: the reference number, and the digest of the body. */
export const idempotencyRow = z.object({
  submissionToken,
  bodyHash: z.string(),
  referenceNumber: z.string(),
  /** Epoch seconds. DynamoDB deletes items some time after their expiry, so readers compare the time themselves. */
  expiresAt: z.int(),
});
export type IdempotencyRow = z.infer<typeof idempotencyRow>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Converts a time to epoch seconds, as DynamoDB's expiry needs it. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Returns the expiry of an enquiry in epoch seconds. */
const enquiryExpiry = (submittedAt: Date, retentionDays: number): number =>
  epochSeconds(submittedAt) + retentionDays * 24 * 60 * 60;

/** Prefix of the keys of enquiries' rows. */
export const enquiryIdPrefix = 'ENQUIRY#';

/** Returns the key of an enquiry's row. */
export const enquiryId = (referenceNumber: string): string => `${enquiryIdPrefix}${referenceNumber}`;

/** Owner of an idempotency key: live and sandbox requests of one client are kept apart. */
export interface IdempotencyOwner {
  readonly client: string;
  readonly idempotencyKey: string;
  readonly sandbox: boolean;
}

/** Row key of an idempotency key, different for each client and for its sandbox. The client's own text is not stored. */
export const idempotencyId = ({ client, idempotencyKey, sandbox }: IdempotencyOwner): string =>
  `IDEMPOTENCY#${sha256(JSON.stringify([client, idempotencyKey, sandbox]))}`;

const sentFields = (text: EnquiryText) => ({
  firstname: text.firstname,
  lastname: text.lastname,
  email: text.email,
  enquiryDetails: text.enquiryDetails,
  enquiryType: text.enquiryType,
  biller: text.biller,
  billId: text.billId,
  paymentDate: text.paymentDate,
});

/** Returns the SHA-256 of an enquiry's text in hex, equal for equal texts. */
export const bodyHashOf = (text: EnquiryText): string => sha256(JSON.stringify(sentFields(text)));

/** One submission, including its retries. */
export interface Submission {
  readonly token: string;
  readonly client: string;
  readonly text: EnquiryText;
  readonly submittedAt: Date;
  readonly idempotencyKey: string | undefined;
  readonly sandbox: boolean;
  /** Days after which the enquiry is deleted. */
  readonly retentionDays: number;
}

/** Builds the row of an enquiry with its number. */
export const toEnquiryRow = (submission: Submission, referenceNumber: string) => {
  const { token, client, text, submittedAt, sandbox, retentionDays } = submission;
  const enquiry: Enquiry = {
    referenceNumber,
    submittedAt: submittedAt.toISOString(),
    client,
    ...sentFields(text),
    status: 'OPEN',
    sandbox,
    expiresAt: enquiryExpiry(submittedAt, retentionDays),
  };
  return { id: enquiryId(referenceNumber), submissionToken: token, ...enquiry };
};

/** Builds the row of the submission's idempotency key, without its key attribute. */
export const toIdempotencyRow = (submission: Submission, referenceNumber: string): IdempotencyRow => ({
  submissionToken: submission.token,
  bodyHash: bodyHashOf(submission.text),
  referenceNumber,
  expiresAt: epochSeconds(submission.submittedAt) + idempotencySeconds,
});
