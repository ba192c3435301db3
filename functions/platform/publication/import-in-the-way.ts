import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import {
  type ImportMark,
  type LastImport,
  readLastImport,
} from '../../../shared/data-access/publishing/runs/import-mark.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';

type Held = Extract<PublicationResult, { status: 'held' }>;

/** What a mark is taken for that is there and cannot be read: some import, begun some time. */
const unreadable = { status: 'held', kind: 'unknown' } as const;

const heldBy = ({ kind, startedAt }: ImportMark): Held => ({ status: 'held', kind, startedAt });

/** What a run must know of imports before it reads the tables. */
export type ImportState =
  | { readonly inTheWay: Held }
  | { readonly inTheWay?: undefined; readonly last: LastImport };

/** Looks whether what is stored is half of an import. Throws StoreUnavailable. */
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
 * The import that has begun since, ended or not: what was read meanwhile may be half of it. It publishes by itself when
 * it has come to its end. Throws StoreUnavailable.
 */
export const importSince = async (bucket: Bucket, { tag }: LastImport): Promise<Held | undefined> => {
  const state = await importState(bucket);
  if (state.inTheWay) return state.inTheWay;
  const { last } = state;
  return last.tag === tag || !last.mark ? undefined : heldBy(last.mark);
};
