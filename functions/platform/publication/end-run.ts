import type { PublicationLease } from '../../../shared/data-access/publishing/publication-lease.ts';
import { readManifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import { tagSuperseded } from '../../../shared/data-access/publishing/superseded-version.ts';
import { logger } from '../../../shared/observability/logger.ts';

/** Which version is published is read anew: a run that failed may have moved the manifest without learning of it. */
const giveUpAllBut = async (bucket: PublishedBucket, versions: ReadonlySet<string>): Promise<void> => {
  if (versions.size === 0) return;
  const reading = await readManifest(bucket);
  const published = reading.kind === 'found' ? reading.manifest.version : undefined;
  for (const version of versions) {
    if (version !== published) await tagSuperseded(bucket, version);
  }
};

/**
 * Ends a run: gives those versions that are not published to the bucket's lifecycle, then the lease back. Where that
 * cannot be done the lease is left to end by the clock, and the next holder clears up. Never throws.
 */
export const endRun = async (
  bucket: PublishedBucket,
  lease: PublicationLease,
  versions: ReadonlySet<string>,
): Promise<void> => {
  try {
    await giveUpAllBut(bucket, versions);
    await lease.release();
  } catch (error) {
    logger.error('the run leaves the lease to the clock', { error });
    lease.abandon();
  }
};
