import { bulkLimits, s3Client } from '../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import type { StackDescription } from './describe-stack.ts';

type ReachableBucket = Pick<
  StackDescription,
  'objectStoreEndpoint' | 'publishedBucket' | 'region' | 'credentials'
>;

/** The bucket of published files as the stack itself reaches it. Its connections end with `stop`. */
export const openPublished = (stack: ReachableBucket, stop: AsyncDisposableStack): Bucket => {
  const { objectStoreEndpoint: endpoint, publishedBucket: bucket, region, credentials } = stack;
  const client = s3Client({ ...bulkLimits, endpoint, region, credentials });
  stop.defer(() => client.destroy());
  return sdkBucket(client, bucket);
};
