import { setTimeout as delay } from 'node:timers/promises';
import { type Bucket, readJson } from '../../../shared/data-access/objects/bucket.ts';
import { putJson } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { LeaseLost, type PublicationLease, takeLease } from '../../../shared/data-access/publishing/lease.ts';
import { readManifest, readPreviousManifest } from '../../../shared/data-access/publishing/manifest.ts';
import {
  deleteObsoleteMapFiles,
  deleteObsoleteVersions,
} from '../../../shared/data-access/publishing/obsolete-versions.ts';
import { type PublicationRun, recordRun } from '../../../shared/data-access/publishing/runs.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { mapPointerKey, publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { type MapPointer, mapPointer } from '../../../shared/wire/map-file.ts';
import { type PublisherPorts, publishVersion, type RunRequest, readImportState } from './publish-version.ts';
import { reportFault } from './report-fault.ts';
import { endHold, heldByRollback, rollBack } from './roll-back.ts';

/** Milliseconds between two attempts to take the lease. */
const leaseRetryInterval = 500;

/** Prefix of the lease holder's name in runs that publish only changed rows. */
const changeRun = 'change';

/**
 * Publishes unless another run holds the lease, an import is unfinished or a rollback blocks publications, and records
 * the result. Runs for changed rows and for manual changes may come every few seconds. They do not clean up, and are
 * not recorded if they succeed, because their records would otherwise displace all others. Throws StoreUnavailable,
 * DamagedPublication, IncompleteExport or LeaseLost. The previous version then stays published.
 */
export const runPublication = async (
  ports: PublisherPorts,
  request: RunRequest,
): Promise<PublicationResult> => {
  const { bucket, now } = ports;
  const { reason, force, isForChange, rollback, endRollback } = request;
  /** Whether only some rows are read, for a table's stream or for manual changes. */
  const isPartial = isForChange || request.changed !== undefined;
  const imports = await readImportState(bucket);
  if (imports.last && imports.last.endedAt === undefined && !force && !rollback) return imports.last;

  const taken = await waitForLease(ports, isPartial);
  if (taken.kind === 'busy') return { status: 'busy', until: taken.until };
  const { lease } = taken;
  const startedAt = new Date(now()).toISOString();
  /** Records how the run ended. A failure to record it does not undo the publication. */
  const record = async (outcome: PublicationRun['outcome']): Promise<void> => {
    const run = { startedAt, endedAt: new Date(now()).toISOString(), reason, forced: force, outcome };
    await recordRun(bucket, run).catch(reportFault('the run could not be recorded'));
  };
  let replacedExports: string | undefined;
  try {
    // The hold and the manifest are read under the lease, so that no other run can replace them in the meantime.
    const held = await heldByRollback(bucket);
    if (held && !rollback && !endRollback) {
      if (!isForChange) await record(held);
      await pointToMap(bucket);
      return held;
    }
    const replaced = await readPreviousManifest(bucket);
    const { damage: error, manifest } = replaced;
    if (error !== undefined) logger.error('the manifest cannot be read and is replaced', { error });
    replacedExports = manifest?.full.version;
    const run = { replaced, lease, imports };
    const result = await (rollback
      ? rollBack(ports, request, run, rollback)
      : publishVersion(ports, request, run));
    await pointToMap(bucket);
    if (held && endRollback && result.status === 'published') await endHold(ports, held, result.version);
    const isRoutine = isPartial && (result.status === 'published' || result.status === 'unchanged');
    if (!isRoutine) await record(result);
    return result;
  } catch (error) {
    // If the lease was lost, another run holds it now, and only that run may record runs.
    if (!(error instanceof LeaseLost)) await record({ status: 'failed', why: describeError(error) });
    throw error;
  } finally {
    if (!isPartial) await cleanUp(ports, lease, replacedExports);
    await release(lease);
  }
};

/**
 * Takes the lease. A partial run waits for any other run, because redelivery may take longer. A full run waits for
 * partial ones, so that many changes cannot starve it, but gives up immediately if another full run is active.
 */
const waitForLease = async ({ bucket, now, randomHex, maxLeaseWait }: PublisherPorts, isPartial: boolean) => {
  const end = performance.now() + maxLeaseWait;
  for (;;) {
    const holder = `${isPartial ? changeRun : 'full'}-${new Date(now()).toISOString()}-${randomHex()}`;
    const result = await takeLease(bucket, { holder, now });
    if (result.kind === 'taken' || performance.now() >= end) return result;
    // If the holder is unknown, another run has just taken the lease. The next attempt returns its name.
    if (!isPartial && result.holder !== undefined && !result.holder.startsWith(changeRun)) return result;
    await delay(leaseRetryInterval);
  }
};

/** Describes an error with its causes. The message of StoreUnavailable already contains its cause. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const why = `${error.name}: ${error.message}`;
  const isComplete = error.cause === undefined || error instanceof StoreUnavailable;
  return isComplete ? why : `${why} (${describeError(error.cause)})`;
};

/**
 * Points to the newest map file. A failure is only reported, because the next run tries again even if nothing changed.
 */
const pointToMap = (bucket: Bucket): Promise<void> =>
  updateMapPointer(bucket).catch(reportFault('the pointer to the map file could not be moved'));

/** Browsers revalidate the pointer, and CloudFront reads it again after a minute. */
const pointerCacheControl = 'public, max-age=0, s-maxage=60, must-revalidate';

/**
 * Points to the map file of the published version, unless the pointer already does. This also repairs the pointer after
 * a failed run. Throws StoreUnavailable, or DamagedPublication if the manifest is damaged.
 */
const updateMapPointer = async (bucket: Bucket): Promise<void> => {
  // Read before the manifest, so that this run does not move back a pointer that another run has moved in the meantime.
  const current = await readJson(bucket, mapPointerKey, mapPointer);
  const published = await readManifest(bucket);
  if (published.kind !== 'found' || !published.manifest.map) return;
  const { version, generatedAt, counts, map } = published.manifest;
  const content: MapPointer = {
    version,
    file: `/${map.key.slice(publicFolder.length)}`,
    bytes: map.bytes,
    sha256: map.sha256,
    generated_at: generatedAt,
    count: counts.locations,
  };
  if (current?.data?.version === version && current.data.sha256 === map.sha256) return;
  const replaces = current?.etag ?? null;
  await putJson(bucket, 'moving the map pointer', {
    key: mapPointerKey,
    content,
    replaces,
    cacheControl: pointerCacheControl,
  });
};

/** Deletes obsolete versions. A failure is only reported, because a later run will delete them. */
const cleanUp = async (
  { bucket, now, supersededVersionDays }: PublisherPorts,
  lease: PublicationLease,
  replacedExports: string | undefined,
): Promise<void> => {
  try {
    await lease.confirm();
    const before = now() - supersededVersionDays * dayMilliseconds;
    await deleteObsoleteVersions(bucket, before, replacedExports);
    // A failed run may have left the pointer pointing to a file that is now obsolete.
    await updateMapPointer(bucket);
    await deleteObsoleteMapFiles(bucket, now());
  } catch (error) {
    // If the lease was lost, another run is active. `release` logs that.
    if (!(error instanceof LeaseLost)) reportFault('obsolete versions could not be deleted')(error);
  }
};

/** Releases the lease. A failure is only logged, because the lease expires anyway. */
const release = (lease: PublicationLease): Promise<void> =>
  lease.release().catch((error: unknown) => {
    const isLost = error instanceof LeaseLost;
    logger.error(isLost ? 'the lease was lost to another run' : 'the lease could not be released', { error });
  });
