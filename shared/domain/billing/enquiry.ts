import * as z from 'zod';

/** What a visitor of the public site asked about a bill: personal data, never to be logged. */
export const enquiry = z.object({
  referenceNumber: z.string(),
  /** ISO 8601, UTC. */
  submittedAt: z.string(),
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
});
export type Enquiry = z.infer<typeof enquiry>;

/** The part of an enquiry that its sender writes. */
export type EnquiryText = Omit<Enquiry, 'referenceNumber' | 'submittedAt' | 'client'>;

/** The Idempotency-Key came before with another body. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/** Keeps enquiries. Throws StoreUnavailable, or IdempotencyKeyReused. */
export interface EnquiryRegister {
  /**
   * Stores the enquiry durably and answers with its reference number. With an idempotency key the same text from
   * the same client is stored once within 24 hours, and answered with the same number.
   */
  submit(client: string, text: EnquiryText, idempotencyKey?: string): Promise<string>;
}
