import { readManifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import {
  LeaseLost,
  type PublicationLease,
} from '../../../shared/data-access/publishing/runs/publication-lease.ts';
import { giveUpObsoleteVersions } from '../../../shared/data-access/publishing/writing/obsolete-versions.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { formerHistory } from './former-history.ts';
import type { VersionPorts } from './version-request.ts';

/**
 * Deletes versions that neither the manifest nor its history names. The manifest is read again: a failed run may have
 * moved it without learning of it.
 */
const clearUpVersions = async ({ bucket, now, supersededVersionDays }: VersionPorts): Promise<void> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') return;
  const { manifest } = reading;
  const { entries } = await formerHistory(bucket, manifest);
  await giveUpObsoleteVersions(bucket, {
    published: manifest.version,
    kept: new Set(entries.map(({ version }) => version)),
    before: now() - supersededVersionDays * dayMilliseconds,
  });
};

/**
 * Ends a run: deletes obsolete versions and releases the lease. If the lease was lost, nothing is deleted, as another run
 * is at work. Failures are logged; a later run or the lease's expiry makes up for them. Never throws.
 */
export const endRun = async (
  ports: VersionPorts,
  lease: PublicationLease,
  { clearUp }: { readonly clearUp: boolean },
): Promise<void> => {
  try {
    await lease.confirm();
    if (clearUp) await clearUpVersions(ports);
  } catch (error) {
    // The release below tells of a lost lease.
    if (!(error instanceof LeaseLost)) logger.error('obsolete versions could not be deleted', { error });
  }
  try {
    await lease.release();
  } catch (error) {
    const isLost = error instanceof LeaseLost;
    logger.error(isLost ? 'the lease was lost to another run' : 'the lease could not be released', { error });
  }
};
