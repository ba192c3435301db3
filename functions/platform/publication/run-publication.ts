import { setTimeout as delay } from 'node:timers/promises';
import { readHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  LeaseLost,
  type LeaseResult,
  type PublicationLease,
  takeLease,
} from '../../../shared/data-access/publishing/lease.ts';
import { readManifest, readPreviousManifest } from '../../../shared/data-access/publishing/manifest.ts';
import { deleteObsoleteVersions } from '../../../shared/data-access/publishing/obsolete-versions.ts';
import { type PublicationRun, recordRun } from '../../../shared/data-access/publishing/runs.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';
import { versionAfter } from '../../../shared/domain/publication/publication-version.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { importSince, publishedByImport, readImportState } from './pending-import.ts';
import type { ReadPrevious } from './previous-version.ts';
import { publishVersion, type VersionPorts, type VersionRequest } from './publish-version.ts';

/** Ports of the publisher. */
export interface PublisherPorts extends VersionPorts {
  /** Returns six hex digits, which distinguish runs that begin in the same millisecond. */
  readonly randomHex: () => string;
  readonly readPrevious: ReadPrevious;
  /** Milliseconds for which a run waits for another one: see `waitForLease`. */
  readonly maxLeaseWait: number;
}

/** Reason and permissions of a run. */
export interface RunRequest extends Pick<VersionRequest, 'changed' | 'force' | 'mayLose' | 'onlyChanges'> {
  readonly reason: string;
  /** Whether a table's stream caused the run. Its event is delivered again until the run succeeds. */
  readonly isForChange: boolean;
}

/** Milliseconds between two attempts to take the lease. */
const leaseRetryInterval = 500;

/**
 * Publishes, unless another run has the lease or an import is unfinished. Throws StoreUnavailable, DamagedPublication,
 * IncompleteExport or LeaseLost; the previous version stays published then.
 */
export const runPublication = async (
  ports: PublisherPorts,
  request: RunRequest,
): Promise<PublicationResult> => {
  const { bucket, readPrevious } = ports;
  const imports = await readImportState(bucket);
  if (imports.pending && !request.force) return imports.pending;

  const taken = await waitForLease(ports, request);
  if (taken.kind === 'busy') return { status: 'busy', until: taken.until };
  const { lease } = taken;
  let replacedExports: string | undefined;
  try {
    return await withRunRecord(ports, request, async () => {
      // Read under the lease, so that no other run moves it meanwhile.
      const replaced = await readPreviousManifest(bucket);
      if (replaced.kind === 'unreadable') {
        logger.error('the manifest cannot be read and is replaced', { error: replaced.why });
      }
      const published = replaced.kind === 'found' ? replaced.manifest : undefined;
      replacedExports = published?.full.version;
      return publishVersion(ports, {
        ...request,
        version: versionAfter(published?.version, ports.now(), ports.randomHex()),
        replaced,
        readPrevious,
        lease,
        importedAt: publishedByImport(imports),
        importMeanwhile: () => importSince(bucket, imports),
      });
    });
  } finally {
    // Changes may come every few seconds, so only scheduled runs and operators' runs clean up.
    await endRun(ports, lease, { cleanUp: !request.isForChange, replacedExports });
  }
};

/**
 * Takes the lease. A run for changed rows waits until another run ends, because redelivery may take longer. A full run
 * waits for such a run, so that many changes cannot starve it, but leaves at once if another full run is at work.
 */
const waitForLease = async (
  { bucket, now, randomHex, maxLeaseWait }: PublisherPorts,
  { isForChange }: RunRequest,
): Promise<LeaseResult> => {
  const end = performance.now() + maxLeaseWait;
  for (;;) {
    const holder = `${isForChange ? changeRun : 'full'}-${new Date(now()).toISOString()}-${randomHex()}`;
    const result = await takeLease(bucket, { holder, now });
    if (result.kind === 'taken' || performance.now() >= end) return result;
    // Without a holder, another run was faster: the next attempt says which.
    if (!isForChange && result.holder !== undefined && !result.holder.startsWith(changeRun)) return result;
    await delay(leaseRetryInterval);
  }
};

/** Beginning of the name of a lease's holder that publishes changed rows. */
const changeRun = 'change';

/**
 * Publishes, and records the result of the run. A failure to record it does not undo the publication. Changes may come
 * every few seconds, so runs that published them are not recorded: they would displace all others.
 */
const withRunRecord = async (
  { bucket, now }: PublisherPorts,
  { reason, force, isForChange }: RunRequest,
  publish: () => Promise<PublicationResult>,
): Promise<PublicationResult> => {
  const startedAt = new Date(now()).toISOString();
  const record = async (outcome: PublicationRun['outcome']): Promise<void> => {
    const run = { startedAt, endedAt: new Date(now()).toISOString(), reason, forced: force, outcome };
    await recordRun(bucket, run).catch((error: unknown) =>
      logger.error('the run could not be recorded', { error }),
    );
  };
  try {
    const result = await publish();
    const isRoutine = isForChange && (result.status === 'published' || result.status === 'unchanged');
    if (!isRoutine) await record(result);
    return result;
  } catch (error) {
    // Only the holder of the lease may record runs, and that is another run by now.
    if (!(error instanceof LeaseLost)) await record({ status: 'failed', why: describeError(error) });
    throw error;
  }
};

/** Describes an error with its causes, which contain the store's response. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const why = `${error.name}: ${error.message}`;
  return error.cause === undefined ? why : `${why} (${describeError(error.cause)})`;
};

/**
 * Ends a run: deletes obsolete versions and releases the lease. If the lease was lost, nothing is deleted, as another
 * run is at work, and one error is logged. Other failures are logged too; a later run or the lease's expiry makes up for
 * them. Never throws.
 */
const endRun = async (
  ports: PublisherPorts,
  lease: PublicationLease,
  { cleanUp, replacedExports }: { readonly cleanUp: boolean; readonly replacedExports: string | undefined },
): Promise<void> => {
  if (cleanUp) {
    await cleanUpVersions(ports, lease, replacedExports).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) logger.error('obsolete versions could not be deleted', { error });
    });
  }
  await lease.release().catch((error: unknown) => {
    const isLost = error instanceof LeaseLost;
    logger.error(isLost ? 'the lease was lost to another run' : 'the lease could not be released', { error });
  });
};

/**
 * Deletes versions that neither the manifest nor its history names, but not yet those whose full exports have just been
 * replaced: links to them are still in use. The manifest is read again, because a failed run may have moved it without
 * learning of it. If the history cannot be read, nothing is deleted.
 */
const cleanUpVersions = async (
  { bucket, now, supersededVersionDays }: PublisherPorts,
  lease: PublicationLease,
  replacedExports: string | undefined,
): Promise<void> => {
  await lease.confirm();
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') return;
  const { version, full, history } = reading.manifest;
  const { entries } = await readHistory(bucket, history);
  await deleteObsoleteVersions(bucket, {
    published: version,
    kept: new Set([full.version, replacedExports ?? full.version, ...entries.map((entry) => entry.version)]),
    before: now() - supersededVersionDays * dayMilliseconds,
  });
};
