import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { readKeptNetwork } from '../../../shared/data-access/publishing/kept-versions.ts';
import { LeaseLost } from '../../../shared/data-access/publishing/lease.ts';
import {
  DamagedPublication,
  type PreviousManifest,
  readPreviousManifest,
  readStoredFile,
  type StoredFile,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  endRollbackHold,
  readRollbackHold,
  startRollbackHold,
} from '../../../shared/data-access/publishing/rollback-hold.ts';
import { openTextIndex } from '../../../shared/data-access/publishing/text-files.ts';
import { datesAt, hasClosed } from '../../../shared/domain/location/service-dates.ts';
import type { PublicationResult, RollbackHold } from '../../../shared/domain/publication/publication.ts';
import { logger } from '../../../shared/observability/logger.ts';
import type { PublicationCandidate } from './previous-version.ts';
import { type PublisherPorts, publishVersion, type RunRequest, type VersionRun } from './publish-version.ts';
import { reportFault } from './report-fault.ts';

type Held = Extract<PublicationResult, { status: 'held' }>;

/**
 * Returns the rollback that blocks publications of the tables. Call it while holding the lease. Throws
 * StoreUnavailable.
 */
export const heldByRollback = async (bucket: Bucket): Promise<Held | undefined> => {
  const hold = await readRollbackHold(bucket);
  if (hold === undefined) return undefined;
  if (hold === 'unreadable') return { status: 'held', kind: 'rollback' };
  return { status: 'held', kind: 'rollback', startedAt: hold.startedAt, rollback: hold };
};

/** Ends a hold after the tables have been published again. Throws StoreUnavailable. */
export const endHold = async (
  { bucket, now }: PublisherPorts,
  { rollback }: Held,
  published: string,
): Promise<void> => {
  const endedAt = new Date(now()).toISOString();
  const unknown = { to: published, startedAt: endedAt, by: 'unknown' };
  await endRollbackHold(bucket, rollback ?? unknown, endedAt);
};

/**
 * Publishes the records of a kept version, except locations that have closed since, and blocks publications of the
 * tables. Clients get the records immediately. The full exports take several times as long, and follow in a second
 * version without changes. Throws DamagedPublication, without blocking anything, if the kept version cannot be read.
 * Otherwise throws the same errors as publishVersion.
 */
export const rollBack = async (
  ports: PublisherPorts,
  request: RunRequest,
  run: VersionRun,
  rollback: Omit<RollbackHold, 'startedAt'>,
): Promise<PublicationResult> => {
  const { bucket, now } = ports;
  const { network: kept, placeNames: file } = await readKeptNetwork(bucket, rollback.to);
  const dateIn = datesAt(new Date(now()));
  const records = kept.records.filter(({ text }) => !hasClosed(JSON.parse(text), dateIn));
  const network = { ...kept, records };
  const placeNames = file && (await readKeptPlaceNames(bucket, file));
  const before = await readRollbackHold(bucket);
  const hold = { ...rollback, startedAt: new Date(now()).toISOString() };
  await startRollbackHold(bucket, hold);
  const given = { network, placeNames };
  let first: PublicationResult;
  try {
    first = await publishVersion(ports, request, run, { ...given, isFull: false });
  } catch (error) {
    // If the lease was lost, another run holds it now, and only that run may change the hold.
    if (!(error instanceof LeaseLost))
      await restoreHold(bucket, hold, before, run.replaced).catch((reason: unknown) =>
        logger.error('the hold of a failed rollback could not be ended', { error: reason }),
      );
    throw error;
  }
  if (first.status !== 'published' || first.full) return first;
  try {
    const replaced = await readPreviousManifest(bucket);
    const second = await publishVersion(ports, request, { ...run, replaced }, { ...given, isFull: true });
    return second.status === 'published' ? { ...second, changes: first.changes } : second;
  } catch (error) {
    reportFault('the rolled-back version is served, but its full exports could not be written')(error);
    return first;
  }
};

/**
 * Restores the hold that a failed rollback replaced. Otherwise the new hold would block publications for nothing. If
 * the manifest has been replaced although the run failed, the rolled-back version is served, and its hold stays.
 */
const restoreHold = async (
  bucket: Bucket,
  hold: RollbackHold,
  before: Awaited<ReturnType<typeof readRollbackHold>>,
  replaced: PreviousManifest,
): Promise<void> => {
  const { manifest } = await readPreviousManifest(bucket);
  if (manifest?.version !== replaced.manifest?.version) return;
  if (before === undefined) await endRollbackHold(bucket, hold, hold.startedAt);
  else if (before !== 'unreadable') await startRollbackHold(bucket, before);
};

/** Reads the place names of a kept version; undefined if their file cannot be read. */
const readKeptPlaceNames = async (
  bucket: Bucket,
  file: StoredFile,
): Promise<PublicationCandidate['placeNames']> => {
  try {
    const packed = await readStoredFile(bucket, file);
    return { index: openTextIndex(packed), packed };
  } catch (error) {
    if (!(error instanceof DamagedPublication)) throw error;
    logger.warn('the place names of the kept version cannot be read, so those of the tables are published', {
      file: file.key,
      error,
    });
    return undefined;
  }
};
