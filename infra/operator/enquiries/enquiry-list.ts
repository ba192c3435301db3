import type { EnquiryList } from '../../../shared/data-access/billing/enquiry-desk.ts';
import type { EnquirySummary } from '../../../shared/domain/billing/enquiry.ts';
import { countInWords, durationInWords } from '../terminal/in-words.ts';
import { shortName } from '../terminal/short-name.ts';
import { textTable } from '../terminal/text-table.ts';
import { visible, visibleJson } from '../terminal/visible-text.ts';

const headings = ['REFERENCE', 'SUBMITTED', 'AGE', 'CLIENT', 'TYPE', 'BILLER', 'STATUS'];

/** One line, and not longer than it takes to tell it from others. */
const cell = (text: string): string => shortName(visible(text));

const row = (enquiry: EnquirySummary, now: Date): string[] => [
  enquiry.referenceNumber,
  `${enquiry.submittedAt.slice(0, 16)}Z`,
  durationInWords(Math.max(now.getTime() - Date.parse(enquiry.submittedAt), 0)),
  cell(enquiry.client),
  cell(enquiry.enquiryType),
  cell(enquiry.biller ?? '-'),
  enquiry.status,
];

const shown = ({
  referenceNumber,
  submittedAt,
  client,
  enquiryType,
  biller,
  status,
  sandbox,
}: EnquirySummary) => ({ referenceNumber, submittedAt, client, enquiryType, biller, status, sandbox });

/** The list for people, or one JSON object: of neither sender nor text anything but what the enquiry is about. */
export const enquiryListText = ({ enquiries, more }: EnquiryList, asJson: boolean, now: Date): string => {
  if (asJson) return visibleJson({ enquiries: enquiries.map(shown), more }, 2);
  if (enquiries.length === 0) return 'no enquiries';
  const table = textTable(
    headings,
    enquiries.map((enquiry) => row(enquiry, now)),
  );
  return more === 0 ? table : `${table}\n${countInWords(more)} more; --limit shows more of them`;
};
