import * as z from 'zod';

/** Whether somebody has still to answer it. */
export const enquiryStatuses = ['OPEN', 'CLOSED'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** What a visitor of the public site asked about a bill: personal data, never to be logged. */
export const enquiry = z.object({
  referenceNumber: z.string(),
  /** ISO 8601, UTC. */
  submittedAt: z.iso.datetime(),
  /** The API client whose site took the enquiry. */
  client: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  enquiryDetails: z.string(),
  enquiryType: z.string(),
  biller: z.string().nullable(),
  billId: z.string().nullable(),
  paymentDate: z.string().nullable().optional(),
  /** Enquiries of earlier releases have none: nobody has closed them. */
  status: z.enum(enquiryStatuses).default('OPEN'),
  /** Whether a partner's test sent it: nobody waits for an answer. */
  sandbox: z.boolean().default(false),
  /** Epoch seconds. DynamoDB deletes later than that, so that readers look at the time. */
  expiresAt: z.int().optional(),
  /** ISO 8601, UTC; this and the next two only where it is closed. */
  closedAt: z.string().optional(),
  /** Who closed it, as the command line knows its user. */
  closedBy: z.string().optional(),
  closingNote: z.string().optional(),
});
export type Enquiry = z.infer<typeof enquiry>;

/** Whether its time is over, though the store may not have deleted it yet. */
export const enquiryIsOver = ({ expiresAt }: Pick<Enquiry, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && expiresAt <= now.getTime() / 1_000;

/** The part of an enquiry that its sender writes. */
export type EnquiryText = Pick<
  Enquiry,
  'firstname' | 'lastname' | 'email' | 'enquiryDetails' | 'enquiryType' | 'biller' | 'billId' | 'paymentDate'
>;

/** The Idempotency-Key came before with another body. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/** How an enquiry was sent. */
interface EnquiryCircumstances {
  readonly idempotencyKey?: string | undefined;
  /** Whether the client's key is one for tests; it is not where absent. */
  readonly sandbox?: boolean;
}

/** Keeps enquiries. Throws StoreUnavailable, or IdempotencyKeyReused. */
export interface EnquiryRegister {
  /**
   * Stores the enquiry durably and answers with its reference number. With an idempotency key the same text from
   * the same client is stored once within 24 hours, and answered with the same number.
   */
  submit(client: string, text: EnquiryText, circumstances?: EnquiryCircumstances): Promise<string>;
}
