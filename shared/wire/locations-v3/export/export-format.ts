import type { ShownWorkCentre } from './shown-work-centre.ts';

/** The text is no complete export file. */
export class IncompleteExport extends Error {
  override readonly name = 'IncompleteExport';
}

/** A file that partners can download: how it is served, and how a stored one is counted. */
export interface ExportedFile {
  /** What a download is saved as, with the day in UTC. Without `.gz`: HTTP clients unpack what they get. */
  readonly fileName: (generatedAt: Date) => string;
  readonly contentType: string;
  /**
   * Reads the lines of a file, without their line feeds, to the end, and gives its number of records. It looks at the
   * outside of each line only, since it is the checksum that says whether a file is the one that was written.
   * Throws IncompleteExport.
   */
  readonly count: (lines: AsyncIterable<string>) => Promise<number>;
}

/** What a file of work centres says of itself. */
export interface ExportHead {
  readonly generatedAt: Date;
  readonly total: number;
}

/** The text of a record, or its bytes in UTF-8, in pieces that follow one another. */
export type RecordPieces = readonly (string | Uint8Array)[];

/** A file of all work centres: its text is the head, each record in the order of their ids, and the tail. */
export interface ExportFormat extends ExportedFile {
  readonly head: (of: ExportHead) => string;
  readonly record: (workCentre: ShownWorkCentre, isFirst: boolean) => RecordPieces;
  readonly tail: string;
}

/** Names such as `workcentres-2026-11-21.csv`. */
export const datedName =
  (subject: string, extension: string) =>
  (generatedAt: Date): string =>
    `${subject}-${generatedAt.toISOString().slice(0, 10)}.${extension}`;
