import { DeleteObjectsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { versionsFolder } from '../../domain/publication/object-keys.ts';
import { timeOfVersion } from '../../domain/publication/publication-version.ts';
import { storeCall } from '../errors.ts';
import type { WritableBucket } from '../objects/bucket.ts';

/** Criteria of obsolete versions. */
export interface Obsolescence {
  readonly published: string;
  /** Other versions that are still named: that of the full exports, and those in the history. */
  readonly kept: ReadonlySet<string>;
  /** Epoch milliseconds; versions begun later are kept. */
  readonly before: number;
}

/**
 * Deletes the files of obsolete versions: versions superseded long enough ago, and remains of failed runs. Throws
 * StoreUnavailable.
 */
export const deleteObsoleteVersions = (
  { client, bucket }: WritableBucket,
  terms: Obsolescence,
): Promise<void> =>
  storeCall('deleting obsolete versions', async () => {
    const list = { Bucket: bucket, Prefix: versionsFolder };
    // A page lists as many objects as one call can delete.
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, list)) {
      const keys = Contents.flatMap(({ Key = '' }) => (isObsolete(Key, terms) ? [{ Key }] : []));
      if (keys.length === 0) continue;
      const { Errors: [failure] = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
      );
      if (failure) throw new Error(`${failure.Key}: ${failure.Message ?? failure.Code}`);
    }
  });

/** Whether a file is obsolete. The published version and later ones, which may still be written, never are. */
const isObsolete = (key: string, { published, kept, before }: Obsolescence): boolean => {
  const version = key.slice(versionsFolder.length).split('/')[0] ?? '';
  return version < published && !kept.has(version) && timeOfVersion(version) < before;
};
