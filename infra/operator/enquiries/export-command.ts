import type { Enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { type EnquiryExportFormat, enquiryExport } from '../../../shared/wire/enquiries/enquiry-export.ts';
import { importProgress } from '../import/import-progress.ts';
import { say } from '../import/import-report.ts';
import { UsageError } from '../operator-error.ts';
import type { StackChoice } from '../stack/open-stack.ts';
import { countInWords } from '../terminal/in-words.ts';
import { printed, UnwrittenOutput } from '../terminal/printed.ts';
import { atEnquiries, type EnquiriesAt } from './enquiries-at.ts';
import { type SelectionOptions, selectionOf } from './enquiry-selection.ts';
import { writePrivateFile } from './written-file.ts';

interface ExportOptions extends StackChoice, SelectionOptions {
  readonly format: EnquiryExportFormat;
  /** Standard output where absent, or `-`. */
  readonly output?: string;
}

async function* counted(pages: AsyncIterable<readonly Enquiry[]>, onCount: (count: number) => void) {
  let count = 0;
  for await (const page of pages) {
    yield page;
    count += page.length;
    onCount(count);
  }
}

/** Waits for who reads: a page is made when the one before has been taken. */
const printPieces = async (pieces: AsyncIterable<string>): Promise<void> => {
  for await (const piece of pieces) await printed(piece);
};

/** The file to write to; undefined for standard output, which `-` names here as for an import. */
const fileOf = ({ output }: Pick<ExportOptions, 'output'>): string | undefined =>
  output === '-' ? undefined : output;

const exportFrom = async ({ desk }: EnquiriesAt, options: ExportOptions): Promise<void> => {
  const selection = selectionOf(options);
  const { format } = options;
  const output = fileOf(options);
  const progress = importProgress(await desk.count(selection), process.stderr, '{lines} enquiries');
  let exported = 0;
  const pages = counted(desk.read(selection), (count) => {
    exported = count;
    progress.update(count, count);
  });
  try {
    const pieces = enquiryExport(format, pages);
    await (output === undefined ? printPieces(pieces) : writePrivateFile(output, pieces));
  } catch (error) {
    // Who stops to read has enough; what else ends standard output is told, and ends with 1, for all commands alike.
    if (error instanceof UnwrittenOutput) return;
    throw error;
  } finally {
    progress.stop();
  }
  say(`${countInWords(exported)} exported${output === undefined ? '' : ` to ${output}`}`);
};

/**
 * `waypost enquiries export`. Throws UsageError where they would go to a terminal, which obeys what people write;
 * OperatorError where the file cannot be written; StoreUnavailable, UnprocessedItems.
 */
export const exportEnquiries = async (options: ExportOptions): Promise<void> => {
  if (fileOf(options) === undefined && process.stdout.isTTY)
    throw new UsageError('enquiries are personal data: name a file with --output, or pipe them on');
  await atEnquiries(options, (at) => exportFrom(at, options));
};
