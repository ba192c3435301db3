/** Counts of lines and stored records. `read` is the sum of added to unchanged, and failed. */
export interface ImportSummary {
  /** Lines read, except blank ones. */
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Bad lines. */
  failed: number;
  /** Stored records that a replacement kept because their line was bad. */
  kept: number;
  /**
   * Whether a replacement without a valid line was refused, as it would have removed everything; nothing was removed.
   */
  refused: boolean;
}

/** Creates the summary of an import that has read nothing yet. */
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
