import { type Bucket, readJson } from '../../../shared/data-access/objects/bucket.ts';
import { putJson } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import { mapPointerKey, publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import { type MapPointer, mapPointer } from '../../../shared/wire/map-file.ts';

/** Browsers revalidate the pointer, and CloudFront reads it again after a minute. */
const cacheControl = 'public, max-age=0, s-maxage=60, must-revalidate';

/**
 * Points to the map file of the published version, unless the pointer already does. This also repairs the pointer after
 * a failed run. Throws StoreUnavailable, or DamagedPublication if the manifest is damaged.
 */
export const updateMapPointer = async (bucket: Bucket): Promise<void> => {
  // Read before the manifest, so that this run does not move back a pointer that another run has moved in the meantime.
  const current = await readJson(bucket, mapPointerKey, mapPointer);
  const published = await readManifest(bucket);
  if (published.kind !== 'found' || !published.manifest.map) return;
  const { version, generatedAt, counts, map } = published.manifest;
  const content: MapPointer = {
    version,
    file: `/${map.key.slice(publicFolder.length)}`,
    bytes: map.bytes,
    sha256: map.sha256,
    generated_at: generatedAt,
    count: counts.locations,
  };
  if (current?.data?.version === version && current.data.sha256 === map.sha256) return;
  const replaces = current?.etag ?? null;
  await putJson(bucket, 'moving the map pointer', { key: mapPointerKey, content, replaces, cacheControl });
};
