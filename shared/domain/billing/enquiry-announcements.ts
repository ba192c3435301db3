import type { Enquiry } from './enquiry.ts';

/** Some enquiries were not announced, or the outcome is unknown. */
export class EnquiriesNotAnnounced extends Error {
  override readonly name = 'EnquiriesNotAnnounced';
}

/** Announces submitted enquiries to the systems that answer them, such as customer relationship management. */
export interface EnquiryAnnouncements {
  /** Resolves once all enquiries are announced, each at least once. Throws EnquiriesNotAnnounced, StoreUnavailable. */
  announce(enquiries: readonly Enquiry[]): Promise<void>;
}
