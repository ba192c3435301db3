import { type ImportMark, readLastImport } from '../../../shared/data-access/importing/import-mark.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';

type Held = Extract<PublicationResult, { status: 'held' }>;

/** State for a mark that cannot be read: an import of unknown kind and time. */
const unreadable = { status: 'held', kind: 'unknown' } as const;

const heldBy = ({ kind, startedAt, restoredFrom, endedAt }: ImportMark): Held => ({
  status: 'held',
  kind,
  startedAt,
  ...(restoredFrom !== undefined && { restoredFrom }),
  ...(endedAt !== undefined && { endedAt }),
});

/** State of imports at one moment. */
export interface ImportState {
  /** Differs after each import that begins or ends. */
  readonly tag: string | undefined;
  /** Absent before the first import, and if the mark cannot be read. */
  readonly last?: ImportMark | undefined;
  /** Unfinished import, which keeps all but forced runs from publishing. */
  readonly pending?: Held | undefined;
}

/** Checks whether an import is unfinished. Throws StoreUnavailable. */
export const readImportState = async (bucket: Bucket): Promise<ImportState> => {
  try {
    const { tag, mark: last } = await readLastImport(bucket);
    const isUnfinished = last && last.endedAt === undefined;
    return { tag, last, ...(isUnfinished && { pending: heldBy(last) }) };
  } catch (error) {
    if (error instanceof DamagedPublication) return { tag: 'unreadable', pending: unreadable };
    throw error;
  }
};

/**
 * Returns an import that has begun or ended since: the tables may have been read halfway through it. The import
 * publishes by itself when it ends. An unfinished import that a forced run has passed over is not returned. Throws
 * StoreUnavailable.
 */
export const importSince = async (bucket: Bucket, before: ImportState): Promise<Held | undefined> => {
  const { tag, last, pending } = await readImportState(bucket);
  if (tag === before.tag) return undefined;
  return pending ?? (last && heldBy(last));
};

/** Returns when the last import of records that are published has ended; undefined if there is none. */
export const publishedByImport = ({ last }: ImportState): string | undefined =>
  last?.kind === 'locations' || last?.kind === 'services' ? last.endedAt : undefined;
