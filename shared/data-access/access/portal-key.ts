import { portalKey } from '../../domain/access/portal-key.ts';
import { portalKeyObject } from '../../domain/publication/object-keys.ts';
import { type ReadableBucket, readJson, type WritableBucket } from '../objects/bucket.ts';
import { putFile } from '../objects/sdk-bucket.ts';

/** Stores the browser key with which the portal's locator searches. Throws StoreUnavailable. */
export const storePortalKey = async (bucket: WritableBucket, browserKey: string): Promise<void> => {
  const content = Buffer.from(`${JSON.stringify(portalKey.parse({ browserKey }))}\n`);
  // Revalidated on each use, because the key can be replaced at any time.
  await putFile(bucket, portalKeyObject, content, {
    contentType: 'application/json',
    cacheControl: 'no-cache',
  });
};

/** Reads the key stored for the portal, valid or not; undefined if there is none. Throws StoreUnavailable. */
export const readPortalKey = async (bucket: ReadableBucket): Promise<string | undefined> =>
  (await readJson(bucket, portalKeyObject, portalKey))?.data?.browserKey;
