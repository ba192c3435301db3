/** The export was asked for before the first one was published: trying again later will help. */
export class NoExportYet extends Error {
  override readonly name = 'NoExportYet';
}

/** Where the newest complete export file of all work centres can be fetched. */
export interface ExportLink {
  /** An absolute URL, good for some minutes, that needs no key. Throws NoExportYet, or StoreUnavailable. */
  newest(): Promise<string>;
}
