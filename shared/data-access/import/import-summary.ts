/** What became of the lines and of the stored records, counted. `read` is the sum of added to unchanged, and failed. */
export interface ImportSummary {
  /** Lines, blank ones left out. */
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Bad lines. */
  failed: number;
  /** Stored records that a full replacement left alone because their line was bad. */
  kept: number;
  /**
   * True where a full replacement found no valid line and was not forced: that would have removed everything, so
   * nothing was removed.
   */
  refused: boolean;
}

/** The summary of an import that has read nothing yet. */
export const emptySummary = (): ImportSummary => ({
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
  kept: 0,
  refused: false,
});
