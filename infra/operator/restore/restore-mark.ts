import {
  comesAfterHalf,
  UnmendedImport,
  underImportMark,
} from '../../../shared/data-access/import/marked-import.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { PublishedKind } from '../../../shared/domain/location/publication/publication.ts';
import { say } from '../import/import-report.ts';

/** What is restored, and from which table. */
export interface MarkedRestore {
  readonly kind: PublishedKind;
  readonly fromTable: string;
}

/**
 * Copies under the mark of an import, which holds publications back: no half of a restore is published. The mark stays
 * if the copy fails, and is lifted by a repeated restore from the same table, or by a replacing import of the kind. After
 * an import that stopped half-way the mark of that import stays as it is: a restore removes nothing, and so does not mend
 * it. Throws StoreUnavailable, and what `copy` throws.
 */
export const underRestoreMark = async <Counts>(
  bucket: Bucket,
  { kind, fromTable }: MarkedRestore,
  copy: () => Promise<Counts>,
): Promise<Counts> => {
  const restore = { kind, mode: 'merge', file: `restore from the table ${fromTable}` } as const;
  try {
    await comesAfterHalf(bucket, restore, false);
  } catch (error) {
    if (!(error instanceof UnmendedImport)) throw error;
    say(`${error.message}: nothing is published after the restore either, until that import is repeated`);
    return copy();
  }
  const mark = { ...restore, startedAt: new Date().toISOString(), afterHalf: false };
  const { counts } = await underImportMark(bucket, mark, async () => ({
    counts: await copy(),
    summary: { refused: false },
  }));
  return counts;
};
