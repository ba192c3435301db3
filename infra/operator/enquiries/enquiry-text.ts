import type { Enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { shownEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import { visibleJson, visibleLines } from '../terminal/visible-text.ts';

const labels = {
  referenceNumber: 'reference',
  status: 'status',
  submittedAt: 'submitted',
  client: 'client',
  sandbox: 'sandbox',
  firstname: 'first name',
  lastname: 'last name',
  email: 'e-mail',
  enquiryType: 'type',
  biller: 'biller',
  billId: 'bill',
  paymentDate: 'paid',
  closedAt: 'closed',
  closedBy: 'closed by',
  closingNote: 'note',
  deletedAt: 'deleted at',
  enquiryDetails: 'details',
} as const satisfies Record<keyof ReturnType<typeof shownEnquiry>, string>;

const width = Math.max(...Object.values(labels).map(({ length }) => length)) + 2;

const labelledLines = (label: string, text: string): string =>
  visibleLines(text)
    .map((line, index) => `${(index === 0 ? label : '').padEnd(width)}${line}`.trimEnd())
    .join('\n');

/** The whole of an enquiry, a label before each part, or one JSON object; absent parts are left out for people. */
export const enquiryText = (enquiry: Enquiry, asJson: boolean): string => {
  const shown = shownEnquiry(enquiry);
  if (asJson) return visibleJson(shown, 2);
  const all: Readonly<Record<string, string | boolean | null>> = { ...shown, sandbox: shown.sandbox || null };
  return Object.entries(labels)
    .map(([name, label]) => [label, all[name]] as const)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([label, value]) => labelledLines(label, String(value)))
    .join('\n');
};
