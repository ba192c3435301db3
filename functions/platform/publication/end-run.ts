import { giveUpVersionsBut } from '../../../shared/data-access/publishing/obsolete-versions.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/publication-lease.ts';
import { readManifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { formerHistory } from './former-history.ts';

/**
 * Keeps what the manifest and its history name. Which that is is read anew: a run that failed may have moved the
 * manifest without learning of it.
 */
const clearUpVersions = async (bucket: PublishedBucket): Promise<void> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') return;
  const { version, ...manifest } = reading.manifest;
  const { entries } = await formerHistory(bucket, manifest);
  await giveUpVersionsBut(bucket, new Set([version, ...entries.map((entry) => entry.version)]));
};

/** Ends a run. What fails here is made up for by a later run, or by the clock. Never throws. */
export const endRun = async (
  bucket: PublishedBucket,
  lease: PublicationLease,
  { clearUp }: { readonly clearUp: boolean },
): Promise<void> => {
  try {
    if (clearUp) await clearUpVersions(bucket);
  } catch (error) {
    logger.error('obsolete versions could not be given up', { error });
  }
  try {
    await lease.release();
  } catch (error) {
    logger.error('the lease could not be released', { error });
  }
};
