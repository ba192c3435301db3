import { willLeadFrom } from '../../../shared/data-access/publishing/history.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/lease.ts';
import { moveManifest, type PreviousManifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { NetworkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { countChanges } from '../../../shared/domain/publication/changes.ts';
import type { PublicationResult, PublishedKind } from '../../../shared/domain/publication/publication.ts';
import { versionAfter } from '../../../shared/domain/publication/publication-version.ts';
import type { Tombstone } from '../../../shared/wire/changes-and-removed.ts';
import { compareNetworks, replaceRecords } from './compare.ts';
import { whyImplausible } from './implausible-network.ts';
import { type ImportState, readImportState } from './pending-import.ts';
import type { PreviousVersion, ReadPrevious, Succession } from './previous-version.ts';
import { type VersionPorts, writeVersion } from './write-version.ts';

/** Days for which a removed location is listed as removed. */
const tombstoneDays = 90;

/** Ports of the publisher. */
export interface PublisherPorts extends VersionPorts {
  readonly tables: NetworkTables;
  readonly readPrevious: ReadPrevious;
  /** Returns six hex digits, which distinguish runs that begin in the same millisecond. */
  readonly randomHex: () => string;
  /** Milliseconds for which a run waits for another one: see `waitForLease`. */
  readonly maxLeaseWait: number;
}

/** Reason and permissions of a run. */
export interface RunRequest {
  readonly reason: string;
  /** Whether a table's stream caused the run. Its event is delivered again until the run succeeds. */
  readonly isForChange: boolean;
  /**
   * Codes of the locations whose rows may have changed: only these are read, and the full exports stay as they are.
   * Absent if all rows are to be read. They are also read if no published version can be followed.
   */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Whether to publish an implausible network or an unfinished import. */
  readonly force: boolean;
  /** Kind of record whose loss is not checked: an import was forced, or replaces the sample. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether to publish nothing if the content is unchanged. */
  readonly onlyChanges: boolean;
}

/** What a run has found and holds. */
interface VersionRun {
  readonly replaced: PreviousManifest;
  readonly lease: PublicationLease;
  /** Imports as the run began. */
  readonly imports: ImportState;
}

/**
 * Publishes one version of the tables: writes its files under a new name, reads all of them back, and only then moves
 * the manifest. If it fails before that, the previous version stays published. Throws StoreUnavailable,
 * DamagedPublication, IncompleteExport or LeaseLost.
 */
export const publishVersion = async (
  ports: PublisherPorts,
  request: RunRequest,
  run: VersionRun,
): Promise<PublicationResult> => {
  const { bucket, now, randomHex } = ports;
  const { replaced, lease, imports } = run;
  const version = versionAfter(replaced.manifest?.version, now(), randomHex());
  const generatedAt = new Date(now());
  const succession = await readSuccession(ports, request, run, generatedAt);
  // The tables may have been read halfway through an import, which publishes by itself when it ends. An unfinished one
  // that a forced run has passed over has the same tag.
  const { tag, last } = await readImportState(bucket);
  if (last && tag !== imports.tag) return last;

  const { network, manifest, skippedRows, isFull } = succession;
  const counts = { locations: network.records.length, capabilities: network.capabilities.length };
  const why = request.force ? undefined : whyImplausible(succession, request.mayLose);
  if (why !== undefined) {
    const previousLocations = manifest?.counts.locations ?? 0;
    return { status: 'refused', why, locations: counts.locations, previousLocations };
  }
  if (request.onlyChanges && manifest && isPublished(succession)) {
    return { status: 'unchanged', version: manifest.version, ...counts };
  }
  const tombstones = nextTombstones(succession, generatedAt);
  const next = await writeVersion(ports, { ...succession, version, generatedAt, tombstones });
  await lease.confirm();
  const newer = await moveManifest(bucket, next, replaced);
  if (newer) return { status: 'superseded', version: newer.version, ...newer.counts };
  const changes = countChanges(succession.changes);
  return { status: 'published', version, ...counts, full: isFull, skippedRows, changes };
};

/** Whether nothing differs from what is published, and, for a full run, the full exports are of this version. */
const isPublished = ({ network, previous, changes, isFull }: Succession): boolean => {
  if (!previous || changes.length > 0) return false;
  const { full, version } = previous.manifest;
  const capabilities = JSON.stringify(network.capabilities);
  const hasSameCapabilities = capabilities === JSON.stringify(previous.network.capabilities);
  return hasSameCapabilities && (!isFull || full.version === version);
};

const readSuccession = async (
  { tables, readPrevious, supersededVersionDays }: PublisherPorts,
  { changed }: RunRequest,
  { replaced: { manifest }, imports: { last } }: VersionRun,
  generatedAt: Date,
): Promise<Succession> => {
  const previous = manifest && (await readPrevious(manifest));
  const publishedAt = generatedAt.toISOString();
  const canFollow = ({ history, manifest: { full } }: PreviousVersion): boolean => {
    // The changes of an import are published at once and with full exports, not batch by batch.
    const importedAt = last?.kind === 'locations' || last?.kind === 'services' ? last.endedAt : undefined;
    if (importedAt !== undefined && importedAt >= full.generatedAt) return false;
    // Clients with the full exports must find the way on from there.
    return willLeadFrom(history, full.version, publishedAt, supersededVersionDays);
  };
  const read = async () => {
    if (!changed || !previous || !canFollow(previous)) return { isFull: true, ...(await tables.readAll()) };
    const { records, ...others } = await tables.readSome(changed);
    return { isFull: false, records: replaceRecords(previous.network.records, changed, records), ...others };
  };
  const { isFull, skippedRows, ...network } = await read();
  const changes = previous ? compareNetworks(previous.network, network, publishedAt) : [];
  return { network, skippedRows, isFull, manifest, previous, changes };
};

/** Returns the tombstones of the last 90 days by id; a location that has come back loses its own. */
const nextTombstones = ({ previous, changes }: Succession, generatedAt: Date): Tombstone[] => {
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
