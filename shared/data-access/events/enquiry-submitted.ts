import type { Enquiry } from '../../domain/billing/enquiry.ts';

/** What the rules of subscribers look for. */
export const enquirySubmitted = { source: 'waypost.enquiries', detailType: 'EnquirySubmitted' } as const;

/**
 * The detail of an EnquirySubmitted: personal data. `id` is the reference number, the same whenever the enquiry is told
 * of again. Another field is no new version; one that goes or changes its meaning is.
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
    paymentDate: enquiry.paymentDate,
  },
});
