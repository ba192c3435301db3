import * as z from 'zod/mini';

export const enquirySource = 'waypost.enquiries';

export const enquiryStatuses = ['OPEN', 'CLOSED'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

const summaryFields = {
  referenceNumber: z.string(),
  /** ISO 8601, UTC. */
  submittedAt: z.iso.datetime(),
  /** The API client that submitted the enquiry. */
  client: z.string(),
  enquiryType: z.string(),
  biller: z.nullable(z.string()),
  status: z.enum(enquiryStatuses),
  /** Whether the enquiry was sent with a sandbox key, and so needs no answer. */
  sandbox: z.boolean(),
  /** Epoch seconds. DynamoDB deletes items some time after their expiry, so readers must check the time. */
  expiresAt: z.int(),
};

/** Summary of an enquiry for lists, without personal data or text. */
export const enquirySummary = z.object(summaryFields);
export type EnquirySummary = z.infer<typeof enquirySummary>;

/**
 * Index of enquiries by status, oldest first. It contains only the attributes of a summary. Enquiries sent with sandbox
 * keys have separate partitions: see indexStatusOf.
 */
export const enquiriesByStatus = {
  name: 'byIndexStatus',
  partition: 'indexStatus',
  sort: 'submittedAt',
  attributes: Object.keys(summaryFields).filter((name) => name !== 'submittedAt'),
} as const;

/**
 * Returns the partition of an enquiry in the index. Enquiries sent with sandbox keys have their own partitions, so that
 * many tests neither slow down the list of real enquiries nor reach the write limit of its partition.
 */
export const indexStatusOf = ({ status, sandbox }: Pick<EnquirySummary, 'status' | 'sandbox'>): string =>
  sandbox ? `SANDBOX_${status}` : status;

export const sandboxRetentionDays = 30;

/** Fields of an enquiry that its sender fills in. */
export const enquiryText = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  enquiryDetails: z.string(),
  enquiryType: z.string(),
  biller: z.nullable(z.string()),
  billId: z.nullable(z.string()),
  paymentDate: z.optional(z.nullable(z.string())),
});
export type EnquiryText = z.infer<typeof enquiryText>;

/** An enquiry about a bill from a visitor to a client's public site. It is personal data and must never be logged. */
export const enquiry = z.object({
  ...summaryFields,
  ...enquiryText.shape,
  /** ISO 8601, UTC. Like the next two members, it is present only if the enquiry is closed. */
  closedAt: z.optional(z.string()),
  /** The user who closed the enquiry. */
  closedBy: z.optional(z.string()),
  closingNote: z.optional(z.string()),
});
export type Enquiry = z.infer<typeof enquiry>;

/** Days for which deleted data can be restored, from DynamoDB's point-in-time recovery or from the stage's backups. */
export const recoveryDays = 35;

/**
 * Record that an enquiry was erased on request, without anything that identifies its sender. As long as the record
 * exists, a restore skips the enquiry.
 */
export const enquiryErasure = z.object({
  /** ISO 8601, UTC. */
  erasedAt: z.iso.datetime(),
  /** Command-line user who erased the enquiry. */
  erasedBy: z.string(),
  reason: z.string(),
  sandbox: z.boolean(),
  /** Epoch seconds, later than the expiry of the enquiry and of every backup that contains it. */
  expiresAt: z.int(),
});
export type EnquiryErasure = z.infer<typeof enquiryErasure>;

export const enquiryActions = ['SHOWN', 'FOUND', 'EXPORTED', 'ERASED'] as const;
export type EnquiryAction = (typeof enquiryActions)[number];

/**
 * Entry of the audit trail of enquiries: who read or erased how many enquiries, and when. It contains nothing that a
 * sender wrote. Entries are never changed or removed.
 */
export const enquiryEvent = z.object({
  /** Sort key: `at`, `#` and random characters, so that entries sort by time and have unique names. */
  event: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  action: z.enum(enquiryActions),
  /** Actor: an ARN on AWS, `user@host` on one machine. */
  by: z.string().check(z.minLength(1)),
  count: z.int().check(z.minimum(0)),
  /** Reason given for an erasure. */
  reason: z.optional(z.string()),
  /** The reference numbers, or the options that selected the exported enquiries, in display order. */
  details: z.object({
    referenceNumbers: z.optional(z.array(z.string())),
    status: z.optional(z.string()),
    since: z.optional(z.string()),
    until: z.optional(z.string()),
    sandbox: z.optional(z.boolean()),
    format: z.optional(z.string()),
  }),
});
export type EnquiryEvent = z.infer<typeof enquiryEvent>;

/** Whether the enquiry has expired, even if the store has not deleted it yet. */
export const enquiryHasExpired = ({ expiresAt }: Pick<Enquiry, 'expiresAt'>, now: Date): boolean =>
  expiresAt <= now.getTime() / 1_000;

/** An Idempotency-Key has already been used with another body. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/** Repository that clients submit enquiries to. Throws StoreUnavailable or IdempotencyKeyReused. */
export interface EnquiryRepository {
  /**
   * Stores an enquiry durably and returns its reference number. With an idempotency key, a client's retries of the same
   * text within 24 hours are not stored again, and return the same number.
   */
  submit(
    client: string,
    text: EnquiryText,
    options?: { readonly idempotencyKey?: string | undefined; readonly sandbox?: boolean },
  ): Promise<string>;
}
