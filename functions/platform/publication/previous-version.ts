import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import { readTextLines } from '../../../shared/data-access/publishing/export-file.ts';
import { type PublicationHistory, readHistory } from '../../../shared/data-access/publishing/history.ts';
import { type Manifest, readStoredFile } from '../../../shared/data-access/publishing/manifest.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { readTombstones, type Tombstone } from '../../../shared/wire/changes-and-removed.ts';
import type { Network } from './compare.ts';

/** Published version that a new one follows, read in full. */
export interface PreviousVersion {
  readonly manifest: Manifest;
  readonly network: Network;
  readonly tombstones: readonly Tombstone[];
  readonly history: PublicationHistory;
}

/** Reads a published version; undefined if it is damaged, so that no version can follow it. Throws StoreUnavailable. */
export type ReadPrevious = (manifest: Manifest) => Promise<PreviousVersion | undefined>;

/**
 * Creates a reader that keeps the version that it read last. After an import, many batches of changed rows are compared
 * with the same version.
 */
export const previousVersionReader = (bucket: Bucket): ReadPrevious => {
  let last: PreviousVersion | undefined;
  return async (manifest) => {
    if (last?.manifest.version === manifest.version) return last;
    last = undefined;
    last = await readPrevious(bucket, manifest);
    return last;
  };
};

const readPrevious: (bucket: Bucket, manifest: Manifest) => ReturnType<ReadPrevious> = async (
  bucket,
  manifest,
) => {
  const { version, snapshot, removed } = manifest;
  try {
    const file = await readStoredFile(bucket, snapshot);
    const { catalogue, readRecords } = openSnapshot(file, { ...snapshot, version });
    return {
      manifest,
      network: { records: await readRecords(), capabilities: catalogue.capabilities.all() },
      tombstones: await readTombstones(readTextLines(bucket, removed)),
      history: await readPreviousHistory(bucket, manifest),
    };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    logger.error('the previous version cannot be read, so its changes are unknown', { version, error });
    return undefined;
  }
};

/** Reads the history; an empty one if it is damaged, so that clients with older versions download the whole again. */
const readPreviousHistory = async (bucket: Bucket, { history }: Manifest): Promise<PublicationHistory> => {
  try {
    return await readHistory(bucket, history);
  } catch (error) {
    if (!(error instanceof DamagedPublication)) throw error;
    logger.error('the history of versions cannot be read', { error });
    return { entries: [] };
  }
};
