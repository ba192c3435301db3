import { type KeyRejection, writeFigures } from './figures.ts';

/** Counts a successful request to this function's operation as Searches. Batched: see batchedCounter. */
export const countSearch = (): void => searches('operation');

/** Counts a stored enquiry as EnquiriesTaken. Retries with the same idempotency key do not count. */
export const countEnquiry = (): void => writeFigures({ EnquiriesTaken: 1 }, {});

/** Counts an issued link to a file of this format as ExportDownloads, whether or not it is used. Batched. */
export const countExportDownload = (format: string): void => downloads(format);

/** Counts the body of a streamed response as BytesStreamed. Batched. */
export const countBytesStreamed = (bytes: number): void => bytesStreamed('stream', bytes);

/**
 * Counts a response of 500 or above as AnswersFailed. Written immediately, because an alarm counts the minutes with at
 * least one such response.
 */
export const countServerError = (): void => writeFigures({ AnswersFailed: 1 }, {});

/** Counts a 401 for this reason as KeysRefused. Written immediately, because the line also logs the key's id. */
export const countRejectedKey = (reason: KeyRejection, keyId?: string): void =>
  writeFigures({ KeysRefused: 1 }, { reason }, { message: 'key rejected', keyId });

/** Counts a 403 for a wrong origin as OriginsRefused. Written immediately, because the line also logs the key's id. */
export const countRejectedOrigin = (keyId?: string): void =>
  writeFigures({ OriginsRefused: 1 }, {}, { message: 'origin rejected', keyId });

/** Counts a failed key lookup as AuthoriserFailures. Rejected keys do not count. Batched. */
export const countAuthoriserFailure = (): void => authoriserFailures('store');

/** Minimum interval between two writes. */
const batchMilliseconds = 10_000;

/**
 * Creates a counter that batches counts in memory, so that many requests write few log lines. It writes the first count
 * immediately. Later counts are summed, and written with the first count that comes 10 seconds or more after the last
 * write. There is no timer, because an instance is frozen between requests. Counts are therefore lost when an instance
 * ends, and delayed by a pause between requests. Rates and proportions are correct, but a few requests may be missing.
 */
const batchedCounter = (
  write: (of: string, count: number) => void,
): ((of: string, amount?: number) => void) => {
  const pending = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (of, amount = 1) => {
    pending.set(of, (pending.get(of) ?? 0) + amount);
    const age = Date.now() - writtenAt;
    // A clock that was set back must not delay the write.
    if (age >= 0 && age < batchMilliseconds) return;
    writtenAt = Date.now();
    for (const [each, count] of pending) write(each, count);
    pending.clear();
  };
};

const searches = batchedCounter((_, count) =>
  writeFigures({ Searches: count }, { operation: process.env.OPERATION_ID ?? 'unknown' }),
);
const downloads = batchedCounter((format, count) => writeFigures({ ExportDownloads: count }, { format }));
const bytesStreamed = batchedCounter((_, count) => writeFigures({ BytesStreamed: count }, {}));
const authoriserFailures = batchedCounter((_, count) => writeFigures({ AuthoriserFailures: count }, {}));
