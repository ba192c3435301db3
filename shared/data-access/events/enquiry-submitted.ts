import type { Enquiry } from '../../domain/billing/enquiry.ts';

/** Source and type of the event, which the rules of subscribers match. */
export const enquirySubmitted = { source: 'waypost.enquiries', detailType: 'EnquirySubmitted' } as const;

/**
 * Builds the detail of an EnquirySubmitted: personal data. `id` is the reference number, the same in each repeated
 * announcement. Adding a field keeps the version; removing one or changing its meaning needs a new one.
 */
export const toEnquirySubmitted = (enquiry: Enquiry) => ({
  version: '1',
  id: enquiry.referenceNumber,
  sandbox: enquiry.sandbox,
  enquiry: {
    referenceNumber: enquiry.referenceNumber,
    submittedAt: enquiry.submittedAt,
    client: enquiry.client,
    firstname: enquiry.firstname,
    lastname: enquiry.lastname,
    email: enquiry.email,
    enquiryDetails: enquiry.enquiryDetails,
    enquiryType: enquiry.enquiryType,
    biller: enquiry.biller,
    billId: enquiry.billId,
    paymentDate: enquiry.paymentDate ?? null,
  },
});
