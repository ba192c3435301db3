import {
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutObjectTaggingCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { versionsFolder } from '../../../domain/location/publication/object-keys.ts';
import { timeOfVersion } from '../../../domain/location/publication/publication-version.ts';
import { storeCall } from '../../errors.ts';
import type { Bucket } from '../../objects/bucket.ts';
import { versionOfFolder } from '../version-keys.ts';

/** Tag by which the bucket's lifecycle deletes objects. Published files never have it, however old. */
export const obsoleteTag = { Key: 'publication', Value: 'obsolete' };

/** Yields the folders of all versions in the bucket, published or not. */
const versionFolders = async function* ({ client, bucket }: Bucket): AsyncGenerator<string> {
  const list = { Bucket: bucket, Prefix: versionsFolder, Delimiter: '/' };
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, list)) {
    for (const { Prefix } of CommonPrefixes) if (Prefix !== undefined) yield Prefix;
  }
};

const tagFolder = async ({ client, bucket }: Bucket, folder: string): Promise<void> => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder }));
  const objects = Contents.map(({ Key }) => ({ Bucket: bucket, Key }));
  const last = objects.at(-1);
  if (last === undefined) return;
  // Files are tagged in order, so if the last one has the tag, all have.
  const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(last));
  if (TagSet.some(({ Key }) => Key === obsoleteTag.Key)) return;
  for (const object of objects) {
    await client.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet: [obsoleteTag] } }));
  }
};

/** Criteria of obsolete versions. */
export interface Obsolescence {
  readonly published: string;
  /** Versions whose changes clients may still follow. */
  readonly kept: ReadonlySet<string>;
  /** Epoch milliseconds; versions begun later are kept. */
  readonly before: number;
}

/** Whether a version is obsolete. The published version and later ones, which may still be written, never are. */
const isObsolete = (version: string, { published, kept, before }: Obsolescence): boolean =>
  version < published && !kept.has(version) && timeOfVersion(version) < before;

/**
 * Tags the files of obsolete versions for deletion by the bucket's lifecycle: versions superseded long enough ago, and
 * remains of failed runs. Throws StoreUnavailable.
 */
export const giveUpObsoleteVersions = (bucket: Bucket, terms: Obsolescence): Promise<void> =>
  storeCall('giving up obsolete versions', async () => {
    for await (const folder of versionFolders(bucket)) {
      const version = versionOfFolder(folder);
      if (version !== undefined && isObsolete(version, terms)) await tagFolder(bucket, folder);
    }
  });
