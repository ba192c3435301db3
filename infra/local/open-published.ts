import { publishedBucket } from '../../shared/data-access/publishing/published-bucket.ts';
import type { PublishedBucket } from '../../shared/data-access/publishing/published-object.ts';
import { bulkLimits } from '../../shared/data-access/request-handler.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import type { StackDescription } from './describe-stack.ts';

type ReachableBucket = Pick<
  StackDescription,
  'objectStoreEndpoint' | 'publishedBucket' | 'region' | 'credentials'
>;

/** The bucket of published files as the stack itself reaches it. Its connections end with `stop`. */
export const openPublished = (stack: ReachableBucket, stop: AsyncDisposableStack): PublishedBucket => {
  const { objectStoreEndpoint: endpoint, publishedBucket: bucket, region, credentials } = stack;
  const client = s3Client({ ...bulkLimits, endpoint, region, credentials });
  stop.defer(() => client.destroy());
  return publishedBucket(client, bucket);
};
