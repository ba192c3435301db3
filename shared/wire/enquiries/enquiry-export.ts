import { stringify } from 'csv-stringify/sync';
import type { Enquiry } from '../../domain/billing/enquiry.ts';
import { safeForSpreadsheets } from '../safe-for-spreadsheets.ts';

export const enquiryExportFormats = ['csv', 'json', 'ndjson'] as const;
export type EnquiryExportFormat = (typeof enquiryExportFormats)[number];

const fields = [
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
] as const satisfies readonly (keyof Enquiry)[];
const columns = [...fields, 'deleteAfter'] as const;

/** Maps an enquiry to its exported form, with all fields. Absent fields are null. */
export const toExportedEnquiry = (enquiry: Enquiry) =>
  ({
    ...Object.fromEntries(fields.map((name) => [name, enquiry[name] ?? null])),
    deleteAfter: new Date(enquiry.expiresAt * 1_000).toISOString(),
  }) as Readonly<Record<(typeof columns)[number], string | boolean | null>>;

/** All cells are text, because leading zeros are part of a bill's number. */
const toRow = (enquiry: Enquiry) => ({ ...toExportedEnquiry(enquiry), sandbox: String(enquiry.sandbox) });

type Pages = AsyncIterable<readonly Enquiry[]>;

async function* csv(pages: Pages): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const page of pages)
    yield stringify(page.map(toRow), { ...safeForSpreadsheets, columns: [...columns] });
}

async function* ndjson(pages: Pages): AsyncGenerator<string> {
  for await (const page of pages)
    yield page.map((enquiry) => `${JSON.stringify(toExportedEnquiry(enquiry))}\n`).join('');
}

async function* json(pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages)
    for (const enquiry of page) {
      yield `${before}${JSON.stringify(toExportedEnquiry(enquiry))}`;
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const writers = { csv, json, ndjson };

/** Generates the text of an export, page by page: CSV for spreadsheets, a JSON array, or one JSON object per line. */
export const enquiryExport = (format: EnquiryExportFormat, pages: Pages): AsyncGenerator<string> =>
  writers[format](pages);
