import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import type { PublicationHistory } from '../../../shared/data-access/publishing/reading/publication-history.ts';
import { readHistory } from '../../../shared/data-access/publishing/reading/published-history.ts';
import type { Manifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { logger } from '../../../shared/observability/logger.ts';

/** Reads the history that a manifest names; an empty one if it cannot be read. Throws StoreUnavailable. */
export const formerHistory = async (
  bucket: Bucket,
  { history }: Pick<Manifest, 'history'>,
): Promise<PublicationHistory> => {
  try {
    return await readHistory(bucket, history);
  } catch (error) {
    if (!(error instanceof DamagedPublication)) throw error;
    logger.error('the history of versions cannot be read', { error });
    return { entries: [] };
  }
};
