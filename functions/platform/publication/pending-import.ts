import { readLastImport } from '../../../shared/data-access/importing/import-mark.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';

export interface ImportState {
  /** Changes whenever an import starts or ends. */
  readonly tag: string | undefined;
  /**
   * Last import; absent before the first import, and of unknown kind if its marker is damaged. Until it ends, only
   * forced runs publish.
   */
  readonly last?: Extract<PublicationResult, { status: 'held' }> | undefined;
}

/** Reads the marker of the last import. Throws StoreUnavailable. */
export const readImportState = async (bucket: Bucket): Promise<ImportState> => {
  try {
    const { tag, mark } = await readLastImport(bucket);
    if (!mark) return { tag };
    const { kind, startedAt, restoredFrom, endedAt } = mark;
    return { tag, last: { status: 'held', kind, startedAt, restoredFrom, endedAt } };
  } catch (error) {
    if (!(error instanceof DamagedPublication)) throw error;
    return { tag: 'unreadable', last: { status: 'held', kind: 'unknown' } };
  }
};
