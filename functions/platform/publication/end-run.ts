import { readManifests } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/runs/publication-lease.ts';
import { giveUpObsoleteVersions } from '../../../shared/data-access/publishing/writing/obsolete-versions.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { formerHistory } from './former-history.ts';
import type { VersionPorts } from './version-request.ts';

const dayMilliseconds = 86_400_000;

/**
 * Deletes files that neither a manifest nor its history names, the previous release's included, as a rollback reads
 * from that. The current manifest is read again: a failed run may have moved it without learning of it.
 */
const clearUpVersions = async ({ bucket, now, supersededVersionDays }: VersionPorts): Promise<void> => {
  const manifests = await readManifests(bucket);
  const [published] = manifests;
  if (published === undefined) return;
  const kept = new Set(manifests.map(({ version }) => version));
  for (const manifest of manifests) {
    const { entries } = await formerHistory(bucket, manifest);
    for (const { version } of entries) kept.add(version);
  }
  await giveUpObsoleteVersions(bucket, {
    published: published.version,
    kept,
    before: now() - supersededVersionDays * dayMilliseconds,
  });
};

/**
 * Ends a run: clears up and releases the lease. Failures are logged; a later run or the lease's expiry makes up for
 * them. Does nothing if the lease was lost, as another run is at work. Never throws.
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
    logger.error('obsolete versions could not be given up', { error });
  }
  try {
    await lease.release();
  } catch (error) {
    logger.error('the lease could not be released', { error });
  }
};
