import type { Enquiry } from './enquiry.ts';

/** Some of the enquiries could not be announced, or nobody knows whether they were. */
export class EnquiriesNotAnnounced extends Error {
  override readonly name = 'EnquiriesNotAnnounced';
}

/** Tells those who answer enquiries, such as a customer relationship management system, of each that was submitted. */
export interface EnquiryAnnouncements {
  /** Resolves once all of them are told of; each may be told of more than once. Throws EnquiriesNotAnnounced, StoreUnavailable. */
  announce(enquiries: readonly Enquiry[]): Promise<void>;
}
