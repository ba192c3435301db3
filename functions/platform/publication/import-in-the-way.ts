import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import {
  readUnfinishedImport,
  type UnfinishedImport,
} from '../../../shared/data-access/publishing/unfinished-import.ts';

/** What a mark is taken for that is there and cannot be read: some import, begun some time. */
const unreadableMark: UnfinishedImport = { kind: 'unknown', startedAt: new Date(0).toISOString() };

/**
 * The import whose half a publication would show; undefined where none has begun without coming to its end. Throws
 * StoreUnavailable.
 */
export const importInTheWay = async (bucket: PublishedBucket): Promise<UnfinishedImport | undefined> => {
  try {
    return await readUnfinishedImport(bucket);
  } catch (error) {
    if (error instanceof DamagedPublication) return unreadableMark;
    throw error;
  }
};
