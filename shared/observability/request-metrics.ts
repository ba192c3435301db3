import { gatheredCounts } from './gathered-counts.ts';
import { writeFigures } from './write-figures.ts';

const now = () => Date.now();

const searches = gatheredCounts({
  now,
  write: (operation, count) => writeFigures({ Searches: count }, { operation }),
});
const downloads = gatheredCounts({
  now,
  write: (format, count) => writeFigures({ ExportDownloads: count }, { format }),
});
const refusedKeys = gatheredCounts({
  now,
  write: (reason, count) => writeFigures({ KeysRefused: count }, { reason }),
});
const authoriserFailures = gatheredCounts({
  now,
  write: (_, count) => writeFigures({ AuthoriserFailures: count }, {}),
});

/** Searches: a request was answered by the operation that this function is. Gathered: see gatheredCounts. */
export const countSearch = (): void => searches(process.env.OPERATION_ID ?? 'unknown');

/** EnquiriesTaken. One that is sent again under its idempotency key counts again. */
export const countEnquiry = (): void => writeFigures({ EnquiriesTaken: 1 }, {});

/** ExportDownloads: a link to a file of this format was given out, whether or not it is followed. Gathered. */
export const countExportDownload = (format: string): void => downloads(format);

/** KeysRefused: 401 for this reason, which never names the key. Gathered. */
export const countKeyRefused = (reason: string): void => refusedKeys(reason);

/** AuthoriserFailures: the store of keys was asked in vain. A key that is refused is none. Gathered. */
export const countAuthoriserFailure = (): void => authoriserFailures('store');
