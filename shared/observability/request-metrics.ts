import type { KeyRefusal } from './figures.ts';
import { gatheredCounts } from './gathered-counts.ts';
import { writeFigures } from './write-figures.ts';

const now = () => Date.now();

const searches = gatheredCounts({
  now,
  // Reading the environment is a native call, so it is done once for each write rather than once a request.
  write: (_, count) =>
    writeFigures({ Searches: count }, { operation: process.env.OPERATION_ID ?? 'unknown' }),
});
const downloads = gatheredCounts({
  now,
  write: (format, count) => writeFigures({ ExportDownloads: count }, { format }),
});
const authoriserFailures = gatheredCounts({
  now,
  write: (_, count) => writeFigures({ AuthoriserFailures: count }, {}),
});

/** Counts a request answered by this function's operation, as Searches. Gathered: see gatheredCounts. */
export const countSearch = (): void => searches('operation');

/** Counts an enquiry as EnquiriesTaken; one repeated under its idempotency key counts again. */
export const countEnquiry = (): void => writeFigures({ EnquiriesTaken: 1 }, {});

/** Counts an issued link to a file of this format as ExportDownloads, followed or not. Gathered. */
export const countExportDownload = (format: string): void => downloads(format);

/** Counts an answer of 500 or above as AnswersFailed. Written at once, as an alarm counts the minutes that have any. */
export const countFailedAnswer = (): void => writeFigures({ AnswersFailed: 1 }, {});

/**
 * Counts a 401 for this reason as KeysRefused; the key's id is in the log line alone. Written at once: Lambda counts
 * each as an error, and an alarm subtracts them from the errors of the same minute.
 */
export const countKeyRefused = (reason: KeyRefusal, keyId?: string): void =>
  writeFigures({ KeysRefused: 1 }, { reason }, { message: 'key refused', keyId });

/** Counts a failed look-up of a key as AuthoriserFailures; a refused key is not one. Gathered. */
export const countAuthoriserFailure = (): void => authoriserFailures('store');
