import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Enquiry, type EnquiryText, enquiryText } from '../../domain/billing/enquiry.ts';
import { dayMilliseconds } from '../../domain/location/hours/calendar.ts';

/** One submission, including its retries. */
export interface Submission {
  readonly client: string;
  readonly text: EnquiryText;
  readonly submittedAt: Date;
  readonly idempotencyKey: string | undefined;
  readonly sandbox: boolean;
  /** Days after which the enquiry is deleted. */
  readonly retentionDays: number;
}

/** Prefix of the keys of enquiries' rows. */
export const enquiryIdPrefix = 'ENQUIRY#';

/** Returns the key of an enquiry's row. */
export const enquiryId = (referenceNumber: string): string => `${enquiryIdPrefix}${referenceNumber}`;

const secondsPerDay = dayMilliseconds / 1_000;

/** Converts a time to epoch seconds, as DynamoDB's expiry needs it. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Builds the row of an enquiry with its number. */
export const toEnquiryRow = (submission: Submission, referenceNumber: string) => {
  const { client, text, submittedAt, sandbox, retentionDays } = submission;
  const enquiry: Enquiry = {
    referenceNumber,
    submittedAt: submittedAt.toISOString(),
    client,
    ...enquiryText.parse(text),
    status: 'OPEN',
    sandbox,
    expiresAt: epochSeconds(submittedAt) + retentionDays * secondsPerDay,
  };
  return { id: enquiryId(referenceNumber), ...enquiry };
};

/** Row of an idempotency key, as far as it is read: the number given for it, and the digest of the body. */
export const idempotencyRow = z.object({ bodyHash: z.string(), referenceNumber: z.string() });

/**
 * Returns the row key of a submission's idempotency key, different for each client, and for its live and sandbox
 * requests. The client's own text is not stored.
 */
export const idempotencyId = ({ client, idempotencyKey = '', sandbox }: Submission): string =>
  `IDEMPOTENCY#${sha256(JSON.stringify([client, idempotencyKey, sandbox]))}`;

/** Builds the row of the submission's idempotency key, which lives for 24 hours. */
export const toIdempotencyRow = (submission: Submission, referenceNumber: string) => ({
  id: idempotencyId(submission),
  bodyHash: bodyHashOf(submission.text),
  referenceNumber,
  expiresAt: epochSeconds(submission.submittedAt) + secondsPerDay,
});

/** Returns the SHA-256 of an enquiry's text in hex, equal for equal texts. */
export const bodyHashOf = (text: EnquiryText): string => sha256(JSON.stringify(enquiryText.parse(text)));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
