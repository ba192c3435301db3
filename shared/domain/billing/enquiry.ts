import * as z from 'zod/mini';

/** Statuses of an enquiry: waiting for an answer, or closed. */
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
  /** Whether it was sent with a sandbox key, so that it needs no answer. */
  sandbox: z.boolean(),
  /** Epoch seconds. DynamoDB deletes items some time after their expiry, so readers must check the time. */
  expiresAt: z.int(),
};

/** Summary of an enquiry for lists, without personal data or text. */
export const enquirySummary = z.object(summaryFields);
export type EnquirySummary = z.infer<typeof enquirySummary>;

const indexKey = { partition: 'status', sort: 'submittedAt' } as const;

/** Index of enquiries by status, oldest first. It contains only the attributes of a summary. */
export const enquiriesByStatus = {
  name: 'byStatus',
  ...indexKey,
  attributes: Object.keys(summaryFields).filter(
    (name) => name !== indexKey.partition && name !== indexKey.sort,
  ),
} as const;

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

/** An enquiry about a bill by a visitor of a client's public site. It is personal data and must never be logged. */
export const enquiry = z.object({
  ...summaryFields,
  ...enquiryText.shape,
  /** ISO 8601, UTC; present only if the enquiry is closed, as are the next two. */
  closedAt: z.optional(z.string()),
  /** The user who closed it. */
  closedBy: z.optional(z.string()),
  closingNote: z.optional(z.string()),
});
export type Enquiry = z.infer<typeof enquiry>;

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
   * Stores an enquiry durably and returns its reference number. With an idempotency key, repeated submissions of the
   * same text by a client within 24 hours are stored once and return the same number.
   */
  submit(
    client: string,
    text: EnquiryText,
    options?: { readonly idempotencyKey?: string | undefined; readonly sandbox?: boolean },
  ): Promise<string>;
}
