import type { Bucket } from '../../objects/bucket.ts';
import { type FormerManifest, type Manifest, readFormerManifest } from '../reading/published-manifest.ts';
import { ManifestChanged, PublicationSuperseded, writeManifest } from './write-manifest.ts';

/**
 * Replaces the former manifest by `next`. If another publisher has moved it meanwhile, that one stays, and
 * PublicationSuperseded is thrown. Throws ManifestChanged if the current manifest cannot be read, or StoreUnavailable.
 */
export const moveManifest = async (bucket: Bucket, next: Manifest, former: FormerManifest): Promise<void> => {
  try {
    await writeManifest(bucket, next, former);
  } catch (error) {
    if (!(error instanceof ManifestChanged)) throw error;
    const current = await readFormerManifest(bucket);
    if (current.kind !== 'found') throw error;
    // The SDK repeats a write whose answer was lost, which then conflicts with itself.
    if (current.manifest.version !== next.version) throw new PublicationSuperseded(current.manifest);
  }
};
