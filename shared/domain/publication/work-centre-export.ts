/** Formats of full exports. Each file contains all work centres. */
export const workCentreFormatNames = ['json', 'ndjson', 'csv', 'geojson'] as const;
export type WorkCentreFormatName = (typeof workCentreFormatNames)[number];

/** Formats of all downloadable files of a version: work centres, changes and removals. */
export const exportFormats = [...workCentreFormatNames, 'changes', 'removed'] as const;
export type ExportFormatName = (typeof exportFormats)[number];

export const perWorkCentreFormat = <T>(of: (format: WorkCentreFormatName) => T) =>
  Object.fromEntries(workCentreFormatNames.map((format) => [format, of(format)])) as Readonly<
    Record<WorkCentreFormatName, T>
  >;

/** An export was requested before the first publication. A later retry may succeed. */
export class NoExportYet extends Error {
  override readonly name = 'NoExportYet';
}

/** Names of downloads: the exported files, and the list of all files with sizes and checksums. */
export const downloads = [...exportFormats, 'files'] as const;
export type Download = (typeof downloads)[number];

export interface DownloadLink {
  /** Absolute URL, which works without a key for a few minutes. */
  readonly url: string;
  readonly expiresAt: Date;
  /** Version of the file. For changes, removed locations and the list of files, it is the newest version. */
  readonly version: string;
  /** Size of the file as stored and sent, before a client decompresses it. */
  readonly bytes: number;
  /** SHA-256 of the stored bytes in hex. */
  readonly sha256: string;
}

/** Source of links to the files of the newest version. Both methods throw NoExportYet or StoreUnavailable. */
export interface ExportLink {
  newest(download: Download): Promise<DownloadLink>;
  /**
   * Returns a link to the next changes for a client with this version. If nothing has changed, the file contains no
   * changes. Undefined if the version is no longer in the history.
   */
  changesAfter(version: string): Promise<DownloadLink | undefined>;
}
