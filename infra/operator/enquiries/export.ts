import { rmSync } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import type { Enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { type EnquiryExportFormat, enquiryExport } from '../../../shared/wire/enquiries/enquiry-export.ts';
import { isMissing, replaceFile } from '../../local/data-directory/durable-file.ts';
import type { Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { onInterrupt, type Progress, print, showProgress, UnwrittenOutput } from '../terminal/output.ts';
import { formatCount } from '../terminal/text.ts';
import { openDesk, type SelectionOptions, selectionOf } from './enquiries.ts';

interface ExportOptions extends SelectionOptions {
  readonly format: EnquiryExportFormat;
  /** Path of the output file. Absent or `-` for standard output. */
  readonly output?: string;
}

/** `waypost enquiries export`. Rejects a terminal, which would interpret control characters in enquiries. */
export const exportEnquiries: Run<ExportOptions> = async (context, { format, output, ...options }) => {
  const selection = selectionOf(options);
  const file = output === '-' ? undefined : output;
  const remedy = 'Specify a file with --output';
  if (file === undefined && context.json)
    throw new UsageError('with --json, standard output is reserved for the result', remedy);
  if (file === undefined && process.stdout.isTTY)
    throw new UsageError(
      'enquiries are personal data, and standard output is a terminal',
      `${remedy}, or pipe them to a program`,
    );
  const { desk, record } = await openDesk(context);
  let progress: Progress | undefined;
  const [since, until] = [selection.since, selection.until].map((time) => time?.toISOString());
  const details = { status: options.status, since, until, sandbox: selection.sandbox, format };
  const onSelected = async (count: number) => {
    await record({ action: 'EXPORTED', count, details });
    progress = showProgress(count, '{count} enquiries');
  };
  let exported = 0;
  const counted = async function* (pages: AsyncIterable<readonly Enquiry[]>) {
    for await (const page of pages) {
      yield page;
      exported += page.length;
      progress?.update(exported, exported);
    }
  };
  const pieces = enquiryExport(format, counted(desk.read(selection, onSelected)));
  try {
    // Each page is read only after the previous page has been written.
    if (file === undefined) for await (const piece of pieces) await print(piece);
    else await writePrivateFile(file, pieces);
  } catch (error) {
    // A closed pipe is not an error. Other failures to write set the exit code (see watchOutput).
    if (!(error instanceof UnwrittenOutput)) throw error;
    return { data: null };
  } finally {
    progress?.stop();
  }
  const to = file === undefined ? '' : ` to ${file}`;
  return { data: { exported, format, output: file }, notes: [`${formatCount(exported)} exported${to}`] };
};

const anotherFile = 'Specify another file with --output';

/** Replaces a file atomically with one that only its owner can read. Throws OperatorError, and errors from `pieces`. */
const writePrivateFile = async (file: string, pieces: AsyncIterable<string>): Promise<void> => {
  try {
    const place = await placeOf(file);
    // Unique, because another export to the same file may be running.
    const unfinished = `${place}.${crypto.randomUUID()}.unfinished`;
    const removeUnfinished = () => rmSync(unfinished, { force: true });
    using _ = onInterrupt('nothing was written', removeUnfinished);
    await replaceFile(place, pieces, unfinished).finally(removeUnfinished);
  } catch (cause) {
    const isOfFile = cause instanceof Error && 'syscall' in cause && 'code' in cause;
    if (!isOfFile) throw cause;
    throw new OperatorError(`${file} cannot be written (${cause.code})`, { remedy: anotherFile, cause });
  }
};

/** Returns the path of the file to replace, following symbolic links. Throws OperatorError if it is not a file. */
const placeOf = async (file: string): Promise<string> => {
  const found = await lstat(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (!found) return file;
  if ((await stat(file)).isFile()) return realpath(file);
  throw new OperatorError(`${file} is not a file`, { remedy: anotherFile });
};
