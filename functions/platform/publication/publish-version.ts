import { readLastImport } from '../../../shared/data-access/importing/import-mark.ts';
import { type Bucket, sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { willKeepVersion } from '../../../shared/data-access/publishing/history.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/lease.ts';
import {
  DamagedPublication,
  moveManifest,
  type PreviousManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import type { NetworkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { locationsIn, type Network } from '../../../shared/data-access/publishing/snapshot.ts';
import { packTextIndex } from '../../../shared/data-access/publishing/text-files.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { placesOfNetwork } from '../../../shared/domain/place/network-places.ts';
import { indexPlaces } from '../../../shared/domain/place/place-index.ts';
import { countChanges } from '../../../shared/domain/publication/changes.ts';
import { addDifferences } from '../../../shared/domain/publication/guarded-changes.ts';
import {
  type ChangeLimits,
  type GuardedKind,
  isPublished,
  type PublicationResult,
  type RollbackHold,
} from '../../../shared/domain/publication/publication.ts';
import { versionAfter } from '../../../shared/domain/publication/publication-version.ts';
import type { Tombstone } from '../../../shared/wire/changes-and-removed.ts';
import { compareNetworks, replaceRecords } from './compare.ts';
import { whyImplausible } from './implausible-network.ts';
import type { PreviousVersion, PublicationCandidate, ReadPrevious } from './previous-version.ts';
import { type VersionPorts, writeVersion } from './write-version.ts';

/** Days for which a removed location is listed as removed. */
const tombstoneDays = 90;

export interface PublisherPorts extends VersionPorts {
  readonly tables: NetworkTables;
  readonly readPrevious: ReadPrevious;
  /** Returns six hex digits, which distinguish runs that start in the same millisecond. */
  readonly randomHex: () => string;
  readonly changeLimits: ChangeLimits;
  /** Maximum time in milliseconds that a run waits for another run. See `waitForLease`. */
  readonly maxLeaseWait: number;
}

/** Reason and permissions of a run. */
export interface RunRequest {
  readonly reason: string;
  /** Whether a table's stream caused the run. Its event is redelivered until the run succeeds. */
  readonly isForChange: boolean;
  /**
   * Codes of the locations whose rows may have changed. Only these rows are read, and the full exports are not
   * replaced. If absent, or if there is no usable published version, all rows are read.
   */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Whether to publish an implausible network or an unfinished import. */
  readonly force: boolean;
  /**
   * Kind of record whose losses and other changes are not checked, because an import was forced or replaces the sample.
   */
  readonly mayLose?: GuardedKind | undefined;
  /** Whether to skip the publication if the content is unchanged. */
  readonly onlyChanges: boolean;
  /** Kept version to publish instead of the tables, with the operator who requests it and the reason. */
  readonly rollback?: Omit<RollbackHold, 'startedAt'> | undefined;
  /** Whether to publish the tables even if a rollback blocks them. This ends the rollback. */
  readonly endRollback: boolean;
}

interface ImportState {
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

/** Network to publish instead of the tables. */
export interface GivenNetwork {
  readonly network: Network;
  /** Place names to publish with the full exports; if absent, they are read from the tables. */
  readonly placeNames: PublicationCandidate['placeNames'];
  /** Whether to write the full exports. They are always written if clients could not otherwise follow the changes. */
  readonly isFull: boolean;
}

/** State of a run that holds the lease. */
export interface VersionRun {
  readonly replaced: PreviousManifest;
  readonly lease: PublicationLease;
  /** State of imports when the run started. */
  readonly imports: ImportState;
}

/**
 * Publishes one version of the tables, or of a given network: writes its files under a new name, reads all of them
 * back, and only then moves the manifest. If the run fails before that, the previous version stays published. Throws
 * StoreUnavailable, DamagedPublication, IncompleteExport or LeaseLost.
 */
export const publishVersion = async (
  ports: PublisherPorts,
  request: RunRequest,
  run: VersionRun,
  given?: GivenNetwork,
): Promise<PublicationResult> => {
  const { bucket, now, randomHex } = ports;
  const { replaced, lease, imports } = run;
  const version = versionAfter(replaced.manifest?.version, now(), randomHex());
  const generatedAt = new Date(now());
  const candidate = await readCandidate(ports, request, run, generatedAt, given);
  // If the tag has changed, the tables may have been read halfway through an import, which requests its own publication
  // when it ends. If a forced run ignores an unfinished import, the tag stays the same.
  const { tag, last } = await readImportState(bucket);
  if (last && tag !== imports.tag && !given) return last;

  const { network, manifest, skippedRows, isFull } = candidate;
  const counts = { locations: network.records.length, capabilities: network.capabilities.length };
  const isUnchecked = request.force || given;
  const rejection = isUnchecked ? undefined : whyImplausible(candidate, ports.changeLimits, request.mayLose);
  if (rejection) {
    const { why, examples } = rejection;
    const previousLocations = manifest?.counts.locations ?? 0;
    return {
      status: 'refused',
      why,
      locations: counts.locations,
      previousLocations,
      examples: [...examples],
    };
  }
  if (request.onlyChanges && manifest && isUpToDate(candidate)) {
    return { status: 'unchanged', version: manifest.version, ...counts };
  }
  const tombstones = nextTombstones(candidate, generatedAt);
  const next = await writeVersion(ports, { ...candidate, version, generatedAt, tombstones });
  await lease.confirm();
  const newer = await moveManifest(bucket, next, replaced);
  if (newer) return { status: 'superseded', version: newer.version, ...newer.counts };
  const changes = countChanges(candidate.changes);
  return { status: 'published', version, ...counts, full: isFull, skippedRows, changes };
};

/**
 * Whether this network is already published and, for a full run, whether the full exports belong to the published
 * version.
 */
const isUpToDate = (candidate: PublicationCandidate): boolean => {
  const { network, placeNames, previous, changes, isFull } = candidate;
  if (!previous || changes.length > 0) return false;
  const { full, version, words, map } = previous.manifest;
  if (!words || !map || (placeNames && sha256Of(placeNames.packed) !== previous.manifest.placeNames?.sha256))
    return false;
  const capabilities = JSON.stringify(network.capabilities);
  const hasSameCapabilities = capabilities === JSON.stringify(previous.network.capabilities);
  return hasSameCapabilities && (!isFull || full.version === version);
};

/** Indexes the imported places or, if there are none, the places in the network's addresses. */
const readPlaceNames = async (tables: NetworkTables, { records }: Network) => {
  const imported = await tables.readPlaces();
  const index = indexPlaces(imported.length > 0 ? imported : placesOfNetwork(locationsIn(records)));
  return { index, packed: packTextIndex(index) };
};

const readCandidate = async (
  { tables, readPrevious, supersededVersionDays }: PublisherPorts,
  { changed }: RunRequest,
  { replaced: { manifest }, imports: { last } }: VersionRun,
  generatedAt: Date,
  given: GivenNetwork | undefined,
): Promise<PublicationCandidate> => {
  const previous = manifest && (await readPrevious(manifest));
  const publishedAt = generatedAt.toISOString();
  const since = previous && new Date(previous.manifest.full.generatedAt);
  const canFollow = ({ history, manifest: { full } }: PreviousVersion): boolean => {
    // An import's changes are published together, with full exports, rather than batch by batch.
    const importedAt = last && isPublished(last.kind) ? last.endedAt : undefined;
    if (importedAt !== undefined && importedAt >= full.generatedAt) return false;
    // Clients with the full exports must be able to follow the changes from their version.
    return willKeepVersion(history, full.version, publishedAt, supersededVersionDays);
  };
  const read = async () => {
    if (given) {
      const isFull = given.isFull || !previous || !canFollow(previous);
      return { isFull, skippedRows: 0, withEnded: undefined, ...given.network };
    }
    if (!changed || !previous || !canFollow(previous))
      return { isFull: true, ...(await tables.readAll(generatedAt, since)) };
    const { records, ...others } = await tables.readSome(changed, generatedAt, since);
    return { isFull: false, records: replaceRecords(previous.network.records, changed, records), ...others };
  };
  const { isFull, skippedRows, withEnded, ...network } = await read();
  const { changes, differences } = previous
    ? compareNetworks(previous.network, network, publishedAt)
    : { changes: [], differences: [] };
  // After a rollback, the guards compare with the records that were rolled back to.
  const guardedChanges = given
    ? new Map()
    : addDifferences(previous?.guardedChanges ?? new Map(), differences, generatedAt, withEnded);
  const placeNames = isFull ? (given?.placeNames ?? (await readPlaceNames(tables, network))) : undefined;
  return { network, placeNames, skippedRows, isFull, manifest, previous, changes, guardedChanges };
};

/** Returns the tombstones of the last 90 days, ordered by id. A location that was added again has none. */
const nextTombstones = ({ previous, changes }: PublicationCandidate, generatedAt: Date): Tombstone[] => {
  const oldest = generatedAt.getTime() - tombstoneDays * dayMilliseconds;
  const kept = (previous?.tombstones ?? []).filter(({ removedAt }) => Date.parse(removedAt) > oldest);
  const removedAtById = new Map(kept.map(({ id, removedAt }) => [id, removedAt]));
  for (const { code, removedAt } of changes) {
    if (removedAt === undefined) removedAtById.delete(code);
    else removedAtById.set(code, removedAt);
  }
  const tombstones = Array.from(removedAtById, ([id, removedAt]) => ({ id, removedAt }));
  return tombstones.sort((one, other) => byCodeUnit(one.id, other.id));
};
