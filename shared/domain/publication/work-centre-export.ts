import * as z from 'zod/mini';

/** The formats in which the work centres themselves are exported: each file holds all of them. */
export const workCentreFormatNames = ['json', 'ndjson', 'csv', 'geojson'] as const;
export type WorkCentreFormatName = (typeof workCentreFormatNames)[number];

/** Formats of all downloadable files of a version: work centres, changes and removals. */
export const exportFormats = [...workCentreFormatNames, 'changes', 'removed'] as const;
/** Format of a downloadable file. */
export const exportFormat = z.enum(exportFormats);
export type ExportFormatName = z.infer<typeof exportFormat>;

/** Builds a record with a value for each format of work centres. */
export const perWorkCentreFormat = <T>(
  of: (format: WorkCentreFormatName) => T,
): Readonly<Record<WorkCentreFormatName, T>> => ({
  json: of('json'),
  ndjson: of('ndjson'),
  csv: of('csv'),
  geojson: of('geojson'),
});

/** The export was requested before the first publication; a later retry will succeed. */
export class NoExportYet extends Error {
  override readonly name = 'NoExportYet';
}

/** Names of downloads: one of the exported files, or the list of all files with sizes and checksums. */
export const downloads = [...exportFormats, 'files'] as const;
export type Download = (typeof downloads)[number];

/** Link to a file. */
export interface DownloadLink {
  /** Absolute URL, valid for some minutes without a key. */
  readonly url: string;
  /** Last moment at which the URL works. */
  readonly expiresAt: Date;
  /** Version of the file. For changes, removed locations and the list of files it is the newest version. */
  readonly version: string;
  /** Size of the file as stored and sent, before a client decompresses it. */
  readonly bytes: number;
  /** SHA-256 of those bytes in hex. */
  readonly sha256: string;
}

/** Source of links to the files of the newest version. Each method throws NoExportYet, or StoreUnavailable. */
export interface ExportLink {
  newest(download: Download): Promise<DownloadLink>;
  /**
   * Returns a link to the next changes for a client that has this version, or to an empty file if there are none.
   * Undefined if the version is no longer known.
   */
  changesAfter(version: string): Promise<DownloadLink | undefined>;
}
