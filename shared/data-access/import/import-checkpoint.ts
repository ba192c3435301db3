import type { BatchWriter } from './batch-writer.ts';
import type { ImportSummary } from './import-summary.ts';

/** Progress of the import of one file: everything up to this line is stored, or reported as bad. */
interface ImportCheckpoint {
  readonly line: number;
  readonly summary: Readonly<ImportSummary>;
}

/** Options of an import that can be interrupted at any time and resumes from its last checkpoint. */
export interface ImportPieces {
  /** Last checkpoint of an earlier run on the same file, in the same mode. */
  readonly goOnFrom?: ImportCheckpoint;
  /** Lines read, blank ones not counted, or records removed from one checkpoint to the next. */
  readonly size: number;
  readonly onCheckpoint: (checkpoint: ImportCheckpoint) => Promise<void>;
  /** Called after each line and each removal. */
  readonly mustStop: () => boolean;
}

/** The import was told to stop, and has stopped at a checkpoint. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

interface Progress {
  readonly pieces: ImportPieces | undefined;
  readonly writer: BatchWriter;
  readonly summary: ImportSummary;
}

/** Creates the checkpoints of an import. Without `pieces`, a checkpoint only waits until everything is written. */
export const checkpointsOf = ({ pieces, writer, summary }: Progress) => {
  let line = pieces?.goOnFrom?.line ?? 0;
  let since = 0;

  const reach = async (): Promise<void> => {
    await writer.drain();
    await pieces?.onCheckpoint({ line, summary: { ...summary } });
    since = 0;
  };
  const step = async (): Promise<void> => {
    if (!pieces) return;
    if (pieces.mustStop()) {
      await reach();
      throw new ImportStopped(`stopped at line ${line}`);
    }
    if (since >= pieces.size) await reach();
  };
  return {
    reach,
    /** Called after a line is read, perhaps for a second time. */
    async afterLine(read: number, isBlank: boolean): Promise<void> {
      if (read > line) {
        line = read;
        if (!isBlank) since += 1;
      }
      await step();
    },
    async afterRemoval(): Promise<void> {
      since += 1;
      await step();
    },
  };
};
