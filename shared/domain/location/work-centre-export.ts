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

/** Where the newest complete export file of all work centres can be fetched. */
export interface ExportLink {
  /** An absolute URL, good for some minutes, that needs no key. Throws NoExportYet, or StoreUnavailable. */
  newest(): Promise<string>;
}
