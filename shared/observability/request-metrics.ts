import type { KeyRefusal } from './figures.ts';
import { gatheredCounts } from './gathered-counts.ts';
import { writeFigures } from './write-figures.ts';

const now = () => Date.now();

const searches = gatheredCounts({
  now,
  // Reading the environment is a call out of JavaScript: once for all that was gathered, not once a request.
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

/** Searches: a request was answered by the operation that this function is. Gathered: see gatheredCounts. */
export const countSearch = (): void => searches('operation');

/** EnquiriesTaken. One that is sent again under its idempotency key counts again. */
export const countEnquiry = (): void => writeFigures({ EnquiriesTaken: 1 }, {});

/** ExportDownloads: a link to a file of this format was given out, whether or not it is followed. Gathered. */
export const countExportDownload = (format: string): void => downloads(format);

/** AnswersFailed: a client was answered 500 or above. At once: an alarm counts in which minutes there are any. */
export const countFailedAnswer = (): void => writeFigures({ AnswersFailed: 1 }, {});

/**
 * KeysRefused: 401 for this reason, with the key's id in the log alone. At once: Lambda counts each of them as an error,
 * and an alarm takes these away from those of the same minute.
 */
export const countKeyRefused = (reason: KeyRefusal, keyId?: string): void =>
  writeFigures({ KeysRefused: 1 }, { reason }, { message: 'key refused', keyId });

/** AuthoriserFailures: the store of keys was asked in vain. A key that is refused is none. Gathered. */
export const countAuthoriserFailure = (): void => authoriserFailures('store');
