import type { ShownWorkCentre } from './shown-work-centre.ts';

/** The text is not a complete export file. */
export class IncompleteExport extends Error {
  override readonly name = 'IncompleteExport';
}

/** Properties of a downloadable file, and how the records of a stored one are counted. */
export interface ExportedFile {
  /**
   * Returns the name under which a download is saved, with the day in UTC. Without `.gz`, as HTTP clients decompress
   * the body.
   */
  readonly fileName: (generatedAt: Date) => string;
  readonly contentType: string;
  /**
   * Counts the records of a file from its lines, without line feeds. Checks only the outline of each line, as the
   * checksum shows whether the file is the one written. Throws IncompleteExport.
   */
  readonly count: (lines: AsyncIterable<string>) => Promise<number>;
}

/** Metadata at the head of a file of work centres. */
export interface ExportHead {
  readonly generatedAt: Date;
  readonly total: number;
}

/** Consecutive pieces of a record: text, or bytes in UTF-8. */
export type RecordPieces = readonly (string | Uint8Array)[];

/** Format of a file of all work centres: the head, each record in the order of ids, and the tail. */
export interface ExportFormat extends ExportedFile {
  readonly head: (of: ExportHead) => string;
  readonly record: (workCentre: ShownWorkCentre, isFirst: boolean) => RecordPieces;
  readonly tail: string;
}

/** Creates a function for names such as `workcentres-2026-11-21.csv`. */
export const datedName =
  (subject: string, extension: string) =>
  (generatedAt: Date): string =>
    `${subject}-${generatedAt.toISOString().slice(0, 10)}.${extension}`;
