import type { BatchWriter } from './batch-writer.ts';
import type { ImportSummary } from './import-summary.ts';

/** How far an import of one file has come: everything up to this line is stored, or reported as bad. */
interface ImportCheckpoint {
  readonly line: number;
  readonly summary: Readonly<ImportSummary>;
}

/** An import that may be interrupted at any moment, and goes on from its last checkpoint. */
export interface ImportPieces {
  /** The last checkpoint of an earlier run on the same file, in the same mode. */
  readonly goOnFrom?: ImportCheckpoint;
  /** How many lines are read, or records removed, from one checkpoint to the next. */
  readonly size: number;
  readonly onCheckpoint: (checkpoint: ImportCheckpoint) => Promise<void>;
  /** Asked after each line and each removal. */
  readonly mustStop: () => boolean;
}

/** The import was told to stop, and has done so at a checkpoint. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

interface Progress {
  readonly pieces: ImportPieces | undefined;
  readonly writer: BatchWriter;
  readonly summary: ImportSummary;
}

/** Makes the checkpoints of an import. Without pieces it only waits, at each, until everything is written. */
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
    /** A line has been read, perhaps again. */
    async afterLine(read: number): Promise<void> {
      if (read > line) {
        line = read;
        since += 1;
      }
      await step();
    },
    async afterRemoval(): Promise<void> {
      since += 1;
      await step();
    },
  };
};
