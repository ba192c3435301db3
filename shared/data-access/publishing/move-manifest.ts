import {
  type FormerManifest,
  type Manifest,
  ManifestChanged,
  readFormerManifest,
  writeManifest,
} from './published-manifest.ts';
import type { PublishedBucket } from './published-object.ts';

/** Publications are minutes apart: losing to so many others in a row is no coincidence any more. */
const mostAttempts = 5;

/**
 * Moves the manifest forward to `next`, whoever else moves it meanwhile. A manifest with an older version began to
 * read the tables earlier and gives way; one with a newer version stays, and PublicationSuperseded tells of it.
 * Throws ManifestChanged after five lost races, or StoreUnavailable.
 */
export const moveManifest = async (
  bucket: PublishedBucket,
  next: Manifest,
  former: FormerManifest,
): Promise<void> => {
  let expected = former;
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeManifest(bucket, next, expected);
    } catch (error) {
      if (!(error instanceof ManifestChanged)) throw error;
      expected = await readFormerManifest(bucket);
      // A write whose answer was lost is sent again by the SDK, and then loses against itself.
      if (expected.kind === 'found' && expected.manifest.version === next.version) return;
      if (attempt === mostAttempts) throw error;
    }
  }
};
