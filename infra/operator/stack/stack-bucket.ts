import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import { s3Client } from '../../../shared/data-access/s3-client.ts';
import type { StackFile } from '../../local/stack-file.ts';

/** Nobody waits at a browser here: a busy store gets time, and more attempts than a request of a client. */
const patience = { requestTimeout: 20_000, attempts: 5 };

/** The stack's bucket of published files, whatever the environment says of AWS. Its client needs destroy() at the end. */
export const stackBucket = ({
  objectStoreEndpoint,
  publishedBucket,
  region,
  credentials,
}: Pick<
  StackFile,
  'objectStoreEndpoint' | 'publishedBucket' | 'region' | 'credentials'
>): PublishedBucket => ({
  client: s3Client({ ...patience, endpoint: objectStoreEndpoint, region, credentials }),
  bucket: publishedBucket,
});
