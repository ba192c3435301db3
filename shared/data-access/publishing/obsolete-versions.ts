import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { dayMilliseconds } from '../../domain/location/hours/calendar.ts';
import { mapFolder, versionOfMapFile, versionsFolder } from '../../domain/publication/object-keys.ts';
import { timeOfVersion } from '../../domain/publication/publication-version.ts';
import { storeCall } from '../errors.ts';
import type { Bucket, WritableBucket } from '../objects/bucket.ts';
import { deleteObjects } from '../objects/sdk-bucket.ts';
import { readHistory } from './history.ts';
import { readManifest } from './manifest.ts';

/**
 * Deletes the files of versions that were started before a time (epoch milliseconds) and are neither in the manifest
 * nor in its history, including versions of failed runs. Keeps the version whose full exports have just been replaced,
 * because links to them may be in use, and later versions than the published one, which a run may still be writing.
 * Throws StoreUnavailable. If the manifest or its history is damaged, deletes nothing and throws DamagedPublication.
 */
export const deleteObsoleteVersions = async (
  bucket: Bucket,
  before: number,
  replacedExports: string | undefined,
): Promise<void> => {
  const published = await readPublished(bucket);
  if (!published) return;
  const { version, full, entries } = published;
  const kept = new Set([full.version, replacedExports, ...entries.map((entry) => entry.version)]);
  await deleteObsolete(bucket, 'deleting obsolete versions', versionsFolder, (key) => {
    const ofKey = key.slice(versionsFolder.length).split('/')[0] ?? '';
    return ofKey < version && !kept.has(ofKey) && timeOfVersion(ofKey) < before;
  });
};

/**
 * Deletes map files to which the pointer has not pointed for a day, within which every page that has read the pointer
 * also loads the map file. Throws the same errors as deleteObsoleteVersions.
 */
export const deleteObsoleteMapFiles = async (bucket: Bucket, now: number): Promise<void> => {
  const published = await readPublished(bucket);
  if (!published) return;
  const { version, entries } = published;
  const before = now - dayMilliseconds;
  const supersededAt = new Map(
    entries.map((entry, index) => [entry.version, Date.parse(entries[index + 1]?.publishedAt ?? '')]),
  );
  await deleteObsolete(bucket, 'deleting obsolete map files', mapFolder, (key) => {
    const ofKey = versionOfMapFile(key);
    if (ofKey === undefined || ofKey >= version) return false;
    // The version of a failed run is not in the history.
    return (supersededAt.get(ofKey) ?? timeOfVersion(ofKey)) < before;
  });
};

/** Reads the manifest again, because a run that seemed to fail may have replaced it; undefined if there is none. */
const readPublished = async (bucket: Bucket) => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') return undefined;
  const { version, full, history } = reading.manifest;
  return { version, full, entries: (await readHistory(bucket, history)).entries };
};

const deleteObsolete = (
  bucket: WritableBucket,
  operation: string,
  prefix: string,
  isObsolete: (key: string) => boolean,
): Promise<void> =>
  storeCall(operation, async () => {
    const pages = paginateListObjectsV2({ client: bucket.client }, { Bucket: bucket.bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages) {
      const keys = Contents.flatMap(({ Key = '' }) => (isObsolete(Key) ? [Key] : []));
      await deleteObjects(bucket, operation, keys);
    }
  });
