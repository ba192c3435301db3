import {
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutObjectTaggingCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { versionsFolder } from '../../../domain/location/publication/object-keys.ts';
import { timeOfVersion } from '../../../domain/location/publication/publication-version.ts';
import type { Bucket } from '../../objects/bucket.ts';
import { storeCall } from '../../store-failure.ts';
import { versionOfFolder } from '../version-keys.ts';

/** By this tag the bucket's lifecycle knows what may go. What is published never bears it, however old it is. */
export const obsoleteTag = { Key: 'publication', Value: 'obsolete' };

/** The folders of all versions that the bucket holds, whatever became of them. */
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
  // The last one is tagged last: where it has the tag already, all have.
  const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(last));
  if (TagSet.some(({ Key }) => Key === obsoleteTag.Key)) return;
  for (const object of objects) {
    await client.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet: [obsoleteTag] } }));
  }
};

/** Which versions nobody needs any more. */
export interface Obsolescence {
  readonly published: string;
  /** Those that partners may still follow the changes of, or that the release before goes on from. */
  readonly kept: ReadonlySet<string>;
  /** Milliseconds of the epoch: nothing that was begun later is given up. */
  readonly before: number;
}

/** Never what is published, nor what came after it: somebody may be writing that. */
const isObsolete = (version: string, { published, kept, before }: Obsolescence): boolean =>
  version < published && !kept.has(version) && timeOfVersion(version) < before;

/**
 * Gives the files of obsolete versions to the bucket's lifecycle: those that others have followed long enough ago, and
 * what runs left behind that failed or died. Throws StoreUnavailable.
 */
export const giveUpObsoleteVersions = (bucket: Bucket, terms: Obsolescence): Promise<void> =>
  storeCall('giving up obsolete versions', async () => {
    for await (const folder of versionFolders(bucket)) {
      const version = versionOfFolder(folder);
      if (version !== undefined && isObsolete(version, terms)) await tagFolder(bucket, folder);
    }
  });
