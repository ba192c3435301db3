import type { Enquiry } from '../../shared/domain/billing/enquiry.ts';

/** Returns an enquiry whose text must not appear in any log. */
export const sampleEnquiry = (referenceNumber: string, differing: Partial<Enquiry> = {}): Enquiry => ({
  referenceNumber,
  submittedAt: '2026-03-01T02:03:04.567Z',
  client: 'public-site',
  firstname: 'Winifred-the-first',
  lastname: 'Longstocking-Smythe',
  email: 'winifred@private.example',
  enquiryDetails: 'my-private-grief',
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
  status: 'OPEN',
  sandbox: false,
  expiresAt: Date.UTC(2100, 0, 1) / 1_000,
  ...differing,
});

export const enquiryBody = (enquiryDetails: string): string =>
  JSON.stringify({
    firstname: 'Ada',
    lastname: "O'Neill-Šimić",
    email: 'ada@example.test',
    enquiryDetails,
    enquiryType: 'PAYMENT',
    biller: null,
    billId: null,
  });
