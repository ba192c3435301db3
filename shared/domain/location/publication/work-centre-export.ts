import * as z from 'zod';

/** The formats in which the work centres themselves are exported: each file holds all of them. */
export const workCentreFormatNames = ['json', 'ndjson', 'csv', 'geojson'] as const;

/** All files that partners may download of a version: the work centres, what changed, and what is gone. */
export const exportFormats = [...workCentreFormatNames, 'changes', 'removed'] as const;
/** One of the files that partners may download. */
export const exportFormat = z.enum(exportFormats);
export type ExportFormatName = z.infer<typeof exportFormat>;

/** The export was asked for before the first one was published: trying again later will help. */
export class NoExportYet extends Error {
  override readonly name = 'NoExportYet';
}

/** What partners may ask for: one of those files, or the list of them all with their sizes and checksums. */
export const downloads = [...exportFormats, 'files'] as const;
export type Download = (typeof downloads)[number];

/** The way to a file. */
export interface DownloadLink {
  /** Absolute, good for some minutes, and needs no key. */
  readonly url: string;
  /** The newest version, which the file belongs to or leads towards. */
  readonly version: string;
}

/** Where the files of the newest version can be fetched. Each throws NoExportYet, or StoreUnavailable. */
export interface ExportLink {
  newest(download: Download): Promise<DownloadLink>;
  /**
   * To the changes that come next for whoever has this version; to a file of none when none come after it. Undefined
   * where this version is not known any more: nothing leads from it to the newest.
   */
  changesAfter(version: string): Promise<DownloadLink | undefined>;
}
