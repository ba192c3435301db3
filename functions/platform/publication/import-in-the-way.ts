import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import {
  type ImportMark,
  type LastImport,
  readLastImport,
} from '../../../shared/data-access/publishing/runs/import-mark.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';

type Held = Extract<PublicationResult, { status: 'held' }>;

/** State for a mark that cannot be read: an import of unknown kind and time. */
const unreadable = { status: 'held', kind: 'unknown' } as const;

const heldBy = ({ kind, startedAt }: ImportMark): Held => ({ status: 'held', kind, startedAt });

/** State of imports before a run reads the tables. */
export type ImportState =
  | { readonly inTheWay: Held }
  | { readonly inTheWay?: undefined; readonly last: LastImport };

/** Checks whether an import is unfinished. Throws StoreUnavailable. */
export const importState = async (bucket: Bucket): Promise<ImportState> => {
  try {
    const last = await readLastImport(bucket);
    const isUnfinished = last.mark && last.mark.endedAt === undefined;
    return isUnfinished && last.mark ? { inTheWay: heldBy(last.mark) } : { last };
  } catch (error) {
    if (error instanceof DamagedPublication) return { inTheWay: unreadable };
    throw error;
  }
};

/**
 * Returns an import that has begun since `tag` was read, ended or not: the tables may have been read halfway through
 * it. The import publishes by itself when it ends. Throws StoreUnavailable.
 */
export const importSince = async (bucket: Bucket, { tag }: LastImport): Promise<Held | undefined> => {
  const state = await importState(bucket);
  if (state.inTheWay) return state.inTheWay;
  const { last } = state;
  return last.tag === tag || !last.mark ? undefined : heldBy(last.mark);
};
