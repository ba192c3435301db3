import { PutObjectCommand } from '@aws-sdk/client-s3';
import { manifestKey } from '../../../domain/location/publication/object-keys.ts';
import { hasS3Status, isNoSuchKey, storeCall } from '../../errors.ts';
import type { Bucket } from '../../objects/bucket.ts';
import { type FormerManifest, type Manifest, publishedManifest } from '../reading/published-manifest.ts';

/** The manifest to be replaced is not older, or another publication has replaced it. */
export class PublicationSuperseded extends Error {
  override readonly name = 'PublicationSuperseded';
  readonly current: Manifest;

  constructor(current: Manifest) {
    super(`version ${current.version} is published already`);
    this.current = current;
  }
}

/** The manifest has changed since it was read, by another publisher. */
export class ManifestChanged extends Error {
  override readonly name = 'ManifestChanged';
}

/** Returns the condition of a write: the manifest is still the one that was read, or still absent. */
const unmoved = (former: FormerManifest) =>
  former.kind === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: former.etag };

/**
 * Writes the manifest on condition that `former` is still current. Throws PublicationSuperseded if the former one is
 * not older, ManifestChanged if it is no longer current, or StoreUnavailable.
 */
export const writeManifest = async (
  { client, bucket }: Bucket,
  next: Manifest,
  former: FormerManifest,
): Promise<void> => {
  if (former.kind === 'found' && former.manifest.version >= next.version) {
    throw new PublicationSuperseded(former.manifest);
  }
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: manifestKey,
    Body: `${JSON.stringify(publishedManifest.parse(next))}\n`,
    ContentType: 'application/json',
    ...unmoved(former),
  });
  // 409 means a concurrent write; "no such key", that the manifest was deleted since it was read.
  const lost = (error: unknown) => hasS3Status(error, 412, 409) || isNoSuchKey(error);
  try {
    await storeCall('moving the manifest', () => client.send(command), lost);
  } catch (error) {
    if (lost(error)) throw new ManifestChanged('the manifest was moved meanwhile', { cause: error });
    throw error;
  }
};
