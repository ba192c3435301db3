import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { Manifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { readDigestLines } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { readStoredText } from '../../../shared/data-access/publishing/writing/stored-text.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { readTombstones } from '../../../shared/wire/locations-v3/export/removed-file.ts';
import type { VersionContent } from './version-texts.ts';

/** Days for which a removed location is listed as removed. */
const tombstoneDays = 90;

interface NewVersion {
  readonly staged: StagedNetwork;
  readonly generatedAt: Date;
}

const readFormer = async (
  bucket: Bucket,
  { digests, exports }: Manifest,
  { staged, generatedAt }: NewVersion,
): Promise<void> => {
  const oldest = generatedAt.getTime() - tombstoneDays * dayMilliseconds;
  for await (const former of readDigestLines(readStoredText(bucket, digests))) staged.addFormer(former);
  for await (const tombstone of readTombstones(readStoredText(bucket, exports.removed))) {
    if (Date.parse(tombstone.removedAt) > oldest) staged.addTombstone(tombstone);
  }
  for (const id of staged.removed()) staged.addTombstone({ id, removedAt: generatedAt.toISOString() });
};

const nothingToCompareWith = { added: 0, changed: 0, removed: 0 };

/**
 * Compares the staged network with the former version and takes over its tombstones. Without a readable former version
 * the changes are unknown, and clients must download the whole. Throws StoreUnavailable.
 */
export const compareWithFormer = async (
  bucket: Bucket,
  former: Manifest | undefined,
  next: NewVersion,
): Promise<VersionContent['changes']> => {
  if (former === undefined) return nothingToCompareWith;
  const { staged } = next;
  try {
    await readFormer(bucket, former, next);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    logger.error('the former version cannot be compared with', { version: former.version, error });
    return nothingToCompareWith;
  }
  staged.compare();
  return { ...staged.changes(), since: former.version };
};
