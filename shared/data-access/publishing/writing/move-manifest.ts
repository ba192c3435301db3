import type { Bucket } from '../../objects/bucket.ts';
import {
  type CurrentManifest,
  type FormerManifest,
  manifestFormat,
  readFormerManifest,
} from '../reading/published-manifest.ts';
import { ManifestChanged, PublicationSuperseded, writeManifest } from './write-manifest.ts';

/**
 * Moves the manifest forward to `next`. Where it is not the former one any more, another publisher had the lease
 * meanwhile and moved it: that stays, and PublicationSuperseded tells of it. Throws ManifestChanged where what is there
 * instead cannot be read, or StoreUnavailable.
 */
export const moveManifest = async (
  bucket: Bucket,
  next: CurrentManifest,
  former: FormerManifest,
): Promise<void> => {
  try {
    await writeManifest(bucket, next, former);
  } catch (error) {
    if (!(error instanceof ManifestChanged)) throw error;
    const current = await readFormerManifest(bucket);
    // That of the release before was there all the time: it has moved nothing.
    if (current.kind !== 'found' || current.manifest.format !== manifestFormat) throw error;
    // A write whose answer was lost is sent again by the SDK, and then loses against itself.
    if (current.manifest.version !== next.version) throw new PublicationSuperseded(current.manifest);
  }
};
