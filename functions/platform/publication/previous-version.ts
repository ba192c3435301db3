import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { readTextLines } from '../../../shared/data-access/publishing/export-file.ts';
import { type PublicationHistory, readHistory } from '../../../shared/data-access/publishing/history.ts';
import { readGuardedChanges } from '../../../shared/data-access/publishing/kept-versions.ts';
import { DamagedPublication, type Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import { type Network, readSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import { rowsOf } from '../../../shared/domain/location/catalogue/postings.ts';
import type { LocationType } from '../../../shared/domain/location/location.ts';
import type { PlaceIndex } from '../../../shared/domain/place/place-index.ts';
import type { Change } from '../../../shared/domain/publication/changes.ts';
import type { GuardedChanges } from '../../../shared/domain/publication/guarded-changes.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { readTombstones, type Tombstone } from '../../../shared/wire/changes-and-removed.ts';

/** The published version that a new version follows, read in full. */
export interface PreviousVersion {
  readonly manifest: Manifest;
  readonly network: Network;
  readonly tombstones: readonly Tombstone[];
  readonly history: PublicationHistory;
  /** Guarded changes between the full exports and this version. */
  readonly guardedChanges: GuardedChanges;
  /** Returns the number of locations of a type. */
  readonly sizeOfType: (type: LocationType) => number;
}

/** A network to publish, and the version that it follows. */
export interface PublicationCandidate {
  readonly network: Network;
  /** Index of place names, and its file. Absent if only changed rows were read; the old index then stays in use. */
  readonly placeNames?: undefined | { readonly index: PlaceIndex; readonly packed: Uint8Array };
  readonly skippedRows: number;
  /** Whether all rows were read, not just the changed ones. If so, the full exports are written too. */
  readonly isFull: boolean;
  readonly manifest: Manifest | undefined;
  /** Absent if nothing is published, or the published version is damaged. */
  readonly previous: PreviousVersion | undefined;
  /** Ordered by code; empty if there is no previous version. */
  readonly changes: readonly Change[];
  /** Guarded changes between the last full exports and this network; empty if there is no previous version. */
  readonly guardedChanges: GuardedChanges;
}

/**
 * Reads a published version; undefined if it is damaged, so that no version can build on it. Throws StoreUnavailable.
 */
export type ReadPrevious = (manifest: Manifest) => Promise<PreviousVersion | undefined>;

/** Creates a reader that caches the last version, because batches of changes often follow the same version. */
export const previousVersionReader = (bucket: Bucket): ReadPrevious => {
  let last: PreviousVersion | undefined;
  return async (manifest) => {
    if (last?.manifest.version === manifest.version) return last;
    last = undefined;
    last = await readPrevious(bucket, manifest);
    return last;
  };
};

const readPrevious = async (bucket: Bucket, manifest: Manifest): Promise<PreviousVersion | undefined> => {
  const { version, removed, guarded } = manifest;
  try {
    const { catalogue, index, readRecords } = await readSnapshot(bucket, manifest);
    const types = index.postings('types');
    return {
      manifest,
      network: { records: await readRecords(), capabilities: catalogue.capabilities.all() },
      tombstones: await readTombstones(readTextLines(bucket, removed)),
      history: await readHistory(bucket, manifest.history).catch(
        ifDamaged({ entries: [] }, 'the history of versions cannot be read'),
      ),
      guardedChanges: guarded
        ? await readGuardedChanges(bucket, guarded).catch(
            ifDamaged(new Map(), 'the changes that the guards count cannot be read'),
          )
        : new Map(),
      sizeOfType: (type) => rowsOf(types, type).length,
    };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    logger.error('the previous version cannot be read, so its changes are unknown', { version, error });
    return undefined;
  }
};

/**
 * Creates an error handler that replaces a damaged file. With an empty history, clients with earlier versions must
 * download a full export again. Without earlier changes, the guards count from this version.
 */
const ifDamaged =
  <Value>(replacement: Value, message: string) =>
  (error: unknown): Value => {
    if (!(error instanceof DamagedPublication)) throw error;
    logger.error(message, { error });
    return replacement;
  };
