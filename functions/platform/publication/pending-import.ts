import { readLastImport } from '../../../shared/data-access/importing/import-mark.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';

/** State of imports at one moment. */
export interface ImportState {
  /** Differs after each import that begins or ends. */
  readonly tag: string | undefined;
  /**
   * Last import, absent before the first; one of unknown kind and time if its mark cannot be read. While it has not
   * ended, it keeps all but forced runs from publishing.
   */
  readonly last?: Extract<PublicationResult, { status: 'held' }> | undefined;
}

/** Reads the mark of the last import. Throws StoreUnavailable. */
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
