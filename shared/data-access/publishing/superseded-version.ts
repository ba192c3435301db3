import { ListObjectsV2Command, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { storeCall } from '../store-failure.ts';
import type { PublishedBucket } from './published-object.ts';
import { versionFolder } from './version-keys.ts';

/** By this tag the bucket's lifecycle knows what may go. What is published never bears it, however old it is. */
export const supersededTag = { Key: 'publication', Value: 'superseded' } as const;

/** More than one version ever has. */
const mostFiles = 1000;

/**
 * Gives the files of a version to the bucket's lifecycle: of one that another has followed, or that never came to be
 * published. Throws StoreUnavailable.
 */
export const tagSuperseded = async ({ client, bucket }: PublishedBucket, version: string): Promise<void> => {
  const list = new ListObjectsV2Command({
    Bucket: bucket,
    Prefix: versionFolder(version),
    MaxKeys: mostFiles,
  });
  await storeCall(`giving up version ${version}`, async () => {
    const { Contents = [] } = await client.send(list);
    for (const { Key } of Contents) {
      const tagging = { TagSet: [supersededTag] };
      await client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key, Tagging: tagging }));
    }
  });
};
