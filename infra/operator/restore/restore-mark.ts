import {
  followsInterrupted,
  InterruptedImport,
  markImportBegun,
} from '../../../shared/data-access/importing/import-mark.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import { say } from '../import/import-report.ts';

/** What is restored, and from which table. */
export interface MarkedRestore {
  readonly kind: PublishedKind;
  readonly fromTable: string;
}

/** An import, or another restore, began while a restore copied. */
export class RestoreOvertaken extends Error {
  override readonly name = 'RestoreOvertaken';

  constructor({ kind, fromTable }: MarkedRestore) {
    super(
      `an import or a restore began while the ${kind} of ${fromTable} were copied: it may have removed some of them, and published what was half copied. Repeat the restore when that has ended`,
    );
  }
}

/**
 * Copies under the mark of an import, which holds publications back: no half of a restore is published. The mark stays
 * if the copy fails, and is lifted by any later restore of the kind, or by a replacing import of it; other imports are
 * refused until then. After an import that stopped half-way the mark of that import stays as it is: a restore removes
 * nothing, and so does not mend it. Throws StoreUnavailable, RestoreOvertaken, and what `copy` throws.
 */
export const underRestoreMark = async <Counts>(
  bucket: Bucket,
  { kind, fromTable }: MarkedRestore,
  copy: () => Promise<Counts>,
): Promise<Counts> => {
  const restore = { kind, mode: 'merge', restoredFrom: fromTable } as const;
  try {
    await followsInterrupted(bucket, restore, false);
  } catch (error) {
    if (!(error instanceof InterruptedImport)) throw error;
    say(`${error.message}: nothing is published after this restore either, until that is repeated`);
    return copy();
  }
  const mark = { ...restore, startedAt: new Date().toISOString() };
  const markEnded = await markImportBegun(bucket, mark);
  const counts = await copy();
  if (!(await markEnded())) throw new RestoreOvertaken({ kind, fromTable });
  return counts;
};
