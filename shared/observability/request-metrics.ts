import { type KeyRefusal, writeFigures } from './figures.ts';

/** Counts a request answered by this function's operation, as Searches. Gathered: see gatheredCounts. */
export const countSearch = (): void => searches('operation');

/** Counts an enquiry as EnquiriesTaken; one repeated under its idempotency key counts again. */
export const countEnquiry = (): void => writeFigures({ EnquiriesTaken: 1 }, {});

/** Counts an issued link to a file of this format as ExportDownloads, followed or not. Gathered. */
export const countExportDownload = (format: string): void => downloads(format);

/** Counts a response of 500 or above as AnswersFailed. Written at once, as an alarm counts the minutes that have any. */
export const countFailedAnswer = (): void => writeFigures({ AnswersFailed: 1 }, {});

/**
 * Counts a 401 for this reason as KeysRefused; the key's id is only in the log line. Written at once: Lambda counts each
 * as an error, and an alarm subtracts them from the errors of the same minute.
 */
export const countKeyRefused = (reason: KeyRefusal, keyId?: string): void =>
  writeFigures({ KeysRefused: 1 }, { reason }, { message: 'key refused', keyId });

/** Counts a failed lookup of a key as AuthoriserFailures; a rejected key is not one. Gathered. */
export const countAuthoriserFailure = (): void => authoriserFailures('store');

/** Interval between two writes. */
const gatheredMilliseconds = 10_000;

/**
 * Creates a counter that gathers counts in memory, so that many requests write few log lines. It writes the first count
 * at once, and later sums with the first count 10 seconds or more after the last write. Nothing is written in between,
 * because an instance is frozen between requests: counts held when an instance ends are lost, and counts held through a
 * pause are dated after it. Rates and proportions are right; single requests may be missing.
 */
const gatheredCounts = (write: (of: string, count: number) => void): ((of: string) => void) => {
  const gathered = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (of) => {
    gathered.set(of, (gathered.get(of) ?? 0) + 1);
    const age = Date.now() - writtenAt;
    // A clock that was set back must not delay the write.
    if (age >= 0 && age < gatheredMilliseconds) return;
    writtenAt = Date.now();
    for (const [each, count] of gathered) write(each, count);
    gathered.clear();
  };
};

const searches = gatheredCounts((_, count) =>
  writeFigures({ Searches: count }, { operation: process.env.OPERATION_ID ?? 'unknown' }),
);
const downloads = gatheredCounts((format, count) => writeFigures({ ExportDownloads: count }, { format }));
const authoriserFailures = gatheredCounts((_, count) => writeFigures({ AuthoriserFailures: count }, {}));
