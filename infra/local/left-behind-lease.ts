import { dropLease } from '../../shared/data-access/publishing/publication-lease.ts';
import { bulkLimits } from '../../shared/data-access/request-handler.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import type { StackDescription } from './describe-stack.ts';

type ReachableBucket = Pick<
  StackDescription,
  'objectStoreEndpoint' | 'publishedBucket' | 'region' | 'credentials'
>;

/**
 * Lets publications begin at once, though the stack before this one was killed in the middle of one. To be called
 * with the data directory locked, and before anything publishes: publishers are threads of the stack's own process,
 * so the lock proves that whoever has the lease is dead. Throws StoreUnavailable.
 */
export const dropLeaseLeftBehind = async (stack: ReachableBucket): Promise<void> => {
  const { objectStoreEndpoint: endpoint, publishedBucket: bucket, region, credentials } = stack;
  const client = s3Client({ ...bulkLimits, endpoint, region, credentials });
  try {
    await dropLease({ client, bucket });
  } finally {
    client.destroy();
  }
};
