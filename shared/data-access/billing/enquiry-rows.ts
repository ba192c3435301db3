import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Enquiry, EnquiryText } from '../../domain/billing/enquiry.ts';

/** For how long an idempotency key is remembered, in seconds. */
const idempotencySeconds = 24 * 60 * 60;

/** Marks the rows that one submission wrote, so that it knows its own when an answer got lost. */
const submissionToken = z.string();

/** What tells whose an enquiry's row is. */
export const enquiryMark = z.object({ submissionToken });

/** What is remembered of an idempotency key: the answer, and for which body. */
export const idempotencyRow = z.object({
  submissionToken,
  bodyHash: z.string(),
  referenceNumber: z.string(),
  /** Epoch seconds. DynamoDB deletes later than that, so that readers look at the time. */
  expiresAt: z.int(),
});
export type IdempotencyRow = z.infer<typeof idempotencyRow>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The time as DynamoDB's expiry counts it. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** When an enquiry is deleted: epoch seconds. */
export const enquiryExpiry = (submittedAt: Date, retentionDays: number): number =>
  epochSeconds(submittedAt) + retentionDays * 24 * 60 * 60;

/** What the keys of the rows of enquiries begin with. */
export const enquiryIdPrefix = 'ENQUIRY#';

/** Key of the row of an enquiry. */
export const enquiryId = (referenceNumber: string): string => `${enquiryIdPrefix}${referenceNumber}`;

/** Key of the row of an idempotency key. Those of two clients never meet; the client's own text is not stored. */
export const idempotencyId = (client: string, idempotencyKey: string): string =>
  `IDEMPOTENCY#${sha256(JSON.stringify([client, idempotencyKey]))}`;

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

/** The same for two enquiries of the same text: SHA-256, hexadecimal. */
export const bodyHashOf = (text: EnquiryText): string => sha256(JSON.stringify(sentFields(text)));

/** One submission, from its first try to its last. */
export interface Submission {
  readonly token: string;
  readonly client: string;
  readonly text: EnquiryText;
  readonly submittedAt: Date;
  readonly idempotencyKey: string | undefined;
  readonly sandbox: boolean;
  /** After how many days the enquiry is deleted. */
  readonly retentionDays: number;
}

/** The enquiry under its number, as it is stored. */
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

/** What is remembered of the submission's idempotency key: its row, but for the key of it. */
export const toIdempotencyRow = (submission: Submission, referenceNumber: string): IdempotencyRow => ({
  submissionToken: submission.token,
  bodyHash: bodyHashOf(submission.text),
  referenceNumber,
  expiresAt: epochSeconds(submission.submittedAt) + idempotencySeconds,
});
