import { stringify } from 'csv-stringify/sync';
import type { Enquiry } from '../../domain/billing/enquiry.ts';
import { safeForSpreadsheets } from '../safe-for-spreadsheets.ts';

/** Formats of an export of enquiries. */
export const enquiryExportFormats = ['csv', 'json', 'ndjson'] as const;
export type EnquiryExportFormat = (typeof enquiryExportFormats)[number];

/** Maps an enquiry to its exported form: all fields, absent ones as null. */
export const shownEnquiry = (enquiry: Enquiry) => ({
  referenceNumber: enquiry.referenceNumber,
  status: enquiry.status,
  submittedAt: enquiry.submittedAt,
  client: enquiry.client,
  sandbox: enquiry.sandbox,
  firstname: enquiry.firstname,
  lastname: enquiry.lastname,
  email: enquiry.email,
  enquiryType: enquiry.enquiryType,
  enquiryDetails: enquiry.enquiryDetails,
  biller: enquiry.biller,
  billId: enquiry.billId,
  paymentDate: enquiry.paymentDate ?? null,
  closedAt: enquiry.closedAt ?? null,
  closedBy: enquiry.closedBy ?? null,
  closingNote: enquiry.closingNote ?? null,
  deleteAfter: new Date(enquiry.expiresAt * 1_000).toISOString(),
});

/** All cells are text, as leading zeros are part of a bill's number. */
const toRow = (enquiry: Enquiry) => {
  const { sandbox, ...texts } = shownEnquiry(enquiry);
  return { ...texts, sandbox: String(sandbox) };
};

const columns = [
  'referenceNumber',
  'status',
  'submittedAt',
  'client',
  'sandbox',
  'firstname',
  'lastname',
  'email',
  'enquiryType',
  'enquiryDetails',
  'biller',
  'billId',
  'paymentDate',
  'closedAt',
  'closedBy',
  'closingNote',
  'deleteAfter',
] as const satisfies readonly (keyof ReturnType<typeof shownEnquiry>)[];

type Pages = AsyncIterable<readonly Enquiry[]>;

async function* csv(pages: Pages): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const page of pages)
    yield stringify(page.map(toRow), { ...safeForSpreadsheets, columns: [...columns] });
}

async function* ndjson(pages: Pages): AsyncGenerator<string> {
  for await (const page of pages)
    yield page.map((enquiry) => `${JSON.stringify(shownEnquiry(enquiry))}\n`).join('');
}

async function* json(pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages)
    for (const enquiry of page) {
      yield `${before}${JSON.stringify(shownEnquiry(enquiry))}`;
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const writers = { csv, json, ndjson };

/** Generates the text of an export, page by page: CSV for spreadsheets, a JSON array, or one JSON object a line. */
export const enquiryExport = (format: EnquiryExportFormat, pages: Pages): AsyncGenerator<string> =>
  writers[format](pages);
