import { DeleteObjectsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { versionsFolder } from '../../domain/publication/object-keys.ts';
import { timeOfVersion } from '../../domain/publication/publication-version.ts';
import { storeCall } from '../errors.ts';
import type { Bucket } from '../objects/bucket.ts';
import { readHistory } from './history.ts';
import { readManifest } from './manifest.ts';

/**
 * Deletes the files of versions that were started before a time (epoch milliseconds) and are neither in the manifest
 * nor in its history, including those of failed runs. Keeps the version whose full exports have just been replaced,
 * because links to them are still in use, and versions later than the published one, which may still be written. Throws
 * StoreUnavailable. If the manifest or its history is damaged, deletes nothing and throws DamagedPublication.
 */
export const deleteObsoleteVersions = async (
  bucket: Bucket,
  before: number,
  replacedExports: string | undefined,
): Promise<void> => {
  // Read again, because a run that seemed to fail may have replaced the manifest.
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') return;
  const { version: published, full, history } = reading.manifest;
  const { entries } = await readHistory(bucket, history);
  const kept = new Set([full.version, replacedExports, ...entries.map(({ version }) => version)]);
  const isObsolete = (key: string): boolean => {
    const version = key.slice(versionsFolder.length).split('/')[0] ?? '';
    return version < published && !kept.has(version) && timeOfVersion(version) < before;
  };
  const { client } = bucket;
  const list = { Bucket: bucket.bucket, Prefix: versionsFolder };
  await storeCall('deleting obsolete versions', async () => {
    // A page lists as many objects as one call can delete.
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, list)) {
      const Objects = Contents.flatMap(({ Key = '' }) => (isObsolete(Key) ? [{ Key }] : []));
      if (Objects.length === 0) continue;
      const command = new DeleteObjectsCommand({ Bucket: list.Bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [failure] = [] } = await client.send(command);
      if (failure) throw new Error(`${failure.Key}: ${failure.Message ?? failure.Code}`);
    }
  });
};
