import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { nextHistory, willLeadFrom } from '../../../shared/data-access/publishing/history.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/lease.ts';
import {
  type Manifest,
  moveManifest,
  type PreviousManifest,
  versionKeys,
} from '../../../shared/data-access/publishing/manifest.ts';
import type { NetworkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { type Change, countChanges } from '../../../shared/domain/publication/changes.ts';
import type { PublicationResult, PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { Tombstone } from '../../../shared/wire/changes-and-removed.ts';
import { compareNetworks, haveSameCapabilities, replaceRecords } from './compare.ts';
import { whyImplausible } from './implausible-network.ts';
import type { PreviousVersion, ReadPrevious, Succession } from './previous-version.ts';
import { verifyVersion } from './verify-version.ts';
import { storeDocument, type VersionContent, writeVersion } from './write-version.ts';

/** Days for which a removed location is listed as removed. */
const tombstoneDays = 90;

/** Ports for making a version. */
export interface VersionPorts {
  readonly bucket: Bucket;
  readonly tables: NetworkTables;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Days for which the files of a superseded version are kept. */
  readonly supersededVersionDays: number;
}

/** Request to make one version, under the lease. */
export interface VersionRequest {
  readonly version: string;
  readonly replaced: PreviousManifest;
  readonly readPrevious: ReadPrevious;
  readonly lease: PublicationLease;
  /**
   * Codes of the locations whose rows may have changed: only these are read, and the full exports stay as they are.
   * Absent if all rows are to be read. They are also read if no published version can be followed.
   */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Whether to publish an implausible network. */
  readonly force: boolean;
  /** Kind of record whose loss is not checked: an import was forced, or replaces the sample. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether to publish nothing if the content is unchanged. */
  readonly onlyChanges: boolean;
  /** End of the last import of locations or services, ISO 8601, UTC. */
  readonly importedAt?: string | undefined;
  /**
   * Returns a result if an import has begun since the run did, as half of it may have been read. Throws
   * StoreUnavailable.
   */
  readonly importMeanwhile: () => Promise<PublicationResult | undefined>;
}

/**
 * Publishes one version of the tables: writes its files under a new name, reads all of them back, and only then moves
 * the manifest. If it fails before that, the previous version stays published. Throws StoreUnavailable,
 * DamagedPublication, IncompleteExport or LeaseLost.
 */
export const publishVersion = async (
  ports: VersionPorts,
  request: VersionRequest,
): Promise<PublicationResult> => {
  const generatedAt = new Date(ports.now());
  const succession = await readSuccession(ports, request, generatedAt);
  const meanwhile = await request.importMeanwhile();
  if (meanwhile) return meanwhile;

  const { network, manifest } = succession;
  const counts = { locations: network.records.length, capabilities: network.capabilities.length };
  const why = request.force ? undefined : whyImplausible(succession, request.mayLose);
  if (why !== undefined) {
    const previousLocations = manifest?.counts.locations ?? 0;
    return { status: 'refused', why, locations: counts.locations, previousLocations };
  }
  if (request.onlyChanges && manifest && isPublished(succession)) {
    return { status: 'unchanged', version: manifest.version, ...counts };
  }
  const { version } = request;
  const content = {
    ...succession,
    version,
    generatedAt,
    tombstones: nextTombstones(succession, generatedAt),
  };
  const next = { ...(await writeAndVerify(ports, content)), counts };

  await request.lease.confirm();
  const newer = await moveManifest(ports.bucket, next, request.replaced);
  if (newer) return { status: 'superseded', version: newer.version, ...newer.counts };
  const { skippedRows } = succession;
  const changes = countChanges(succession.changes);
  return { status: 'published', version, ...counts, full: succession.isFull, skippedRows, changes };
};

/** Whether nothing differs from what is published, and, for a full run, the full exports are of this version. */
const isPublished = ({ network, previous, changes, isFull }: Succession): boolean => {
  if (!previous || changes.length > 0 || !haveSameCapabilities(previous.network, network)) return false;
  const { full, version } = previous.manifest;
  return !isFull || full.version === version;
};

const readSuccession = async (
  { tables, supersededVersionDays }: VersionPorts,
  { version, replaced, readPrevious, changed, importedAt }: VersionRequest,
  generatedAt: Date,
): Promise<Succession> => {
  const manifest = replaced.kind === 'found' ? replaced.manifest : undefined;
  const previous = manifest && (await readPrevious(manifest));
  const publishedAt = generatedAt.toISOString();
  const canFollow = ({ history, manifest: { full } }: PreviousVersion): boolean =>
    // The changes of an import are published at once and with full exports, not batch by batch.
    !(importedAt !== undefined && importedAt >= full.generatedAt) &&
    // Clients with the full exports must find the way on from there.
    willLeadFrom(history, full.version, { version, publishedAt }, supersededVersionDays);
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
  const isAdded = new Set(changes.flatMap(({ kind, code }) => (kind === 'added' ? [code] : [])));
  const kept = (previous?.tombstones ?? []).filter(
    ({ id, removedAt }) => Date.parse(removedAt) > oldest && !isAdded.has(id),
  );
  return [...kept, ...changes.flatMap(toTombstone)].sort((one, other) => (one.id < other.id ? -1 : 1));
};

const toTombstone = ({ code, removedAt }: Change): Tombstone[] =>
  removedAt === undefined ? [] : [{ id: code, removedAt }];

/** Writes the files of a version, reads all of them back, and returns its manifest without the counts. */
const writeAndVerify = async (
  { bucket, now, supersededVersionDays }: VersionPorts,
  content: VersionContent,
): Promise<Omit<Manifest, 'counts'>> => {
  const { version, generatedAt, previous, changes } = content;
  const folder = await mkdtemp(join(tmpdir(), 'waypost-publication-'));
  try {
    const written = await writeVersion(bucket, folder, content);
    const { snapshot, full, steps, noChanges, removed, files } = written;
    const publishedAt = new Date(now()).toISOString();
    const next = { version, publishedAt, steps: changes.length > 0 ? steps : [] };
    const entries = nextHistory(previous?.history ?? { entries: [] }, next, supersededVersionDays);
    const history = await storeDocument(bucket, versionKeys(version).history, entries);
    await verifyVersion(bucket, content, { ...written, history });
    return {
      format: 1,
      version,
      generatedAt: generatedAt.toISOString(),
      publishedAt,
      snapshot,
      full,
      changes: { ...countChanges(changes), since: previous?.manifest.version, file: steps[0] },
      noChanges,
      removed,
      files,
      history,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
