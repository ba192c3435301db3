import { PutObjectCommand } from '@aws-sdk/client-s3';
import { manifestKey } from '../../../domain/location/publication/object-keys.ts';
import type { Bucket } from '../../objects/bucket.ts';
import { answeredWith, saysNoSuchKey } from '../../s3-answers.ts';
import { storeCall } from '../../store-failure.ts';
import {
  type CurrentManifest,
  currentManifest,
  type FormerManifest,
  type Manifest,
} from '../reading/published-manifest.ts';

/** Another publication is there instead of the one that was to be replaced, or is not older. */
export class PublicationSuperseded extends Error {
  override readonly name = 'PublicationSuperseded';
  readonly current: Manifest;

  constructor(current: Manifest) {
    super(`version ${current.version} is published already`);
    this.current = current;
  }
}

/** The manifest is not the one that was read before: another publisher moved it in between. */
export class ManifestChanged extends Error {
  override readonly name = 'ManifestChanged';
}

/** What must still be so when a manifest is written: the one that was seen is there, or none where none was. */
const unmoved = (former: FormerManifest) =>
  former.kind !== 'absent' && former.key === manifestKey ? { IfMatch: former.etag } : { IfNoneMatch: '*' };

/**
 * Makes this the manifest, provided that `former` is it still. Throws PublicationSuperseded where the former one is
 * not older, ManifestChanged where it is not there any more, or StoreUnavailable.
 */
export const writeManifest = async (
  { client, bucket }: Bucket,
  next: CurrentManifest,
  former: FormerManifest,
): Promise<void> => {
  if (former.kind === 'found' && former.manifest.version >= next.version) {
    throw new PublicationSuperseded(former.manifest);
  }
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: manifestKey,
    Body: `${JSON.stringify(currentManifest.parse(next))}\n`,
    ContentType: 'application/json',
    ...unmoved(former),
  });
  // 409 is a write at the same moment; no such key is a manifest that was deleted since it was read.
  const lost = (error: unknown) => answeredWith(error, 412, 409) || saysNoSuchKey(error);
  try {
    await storeCall('moving the manifest', () => client.send(command), lost);
  } catch (error) {
    if (lost(error)) throw new ManifestChanged('the manifest was moved meanwhile', { cause: error });
    throw error;
  }
};
