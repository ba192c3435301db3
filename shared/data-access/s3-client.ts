import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type StoreLimits, storeClientLimits } from './request-handler.ts';

/** How long to try, and which S3: where nothing is said, the one that the environment names. */
interface S3ClientSettings extends StoreLimits, Pick<S3ClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/**
 * A client of S3. Endpoints that are named, here or by the SDK's own AWS_ENDPOINT_URL_S3, have no name for each
 * bucket, so the bucket goes into the path there.
 */
export const s3Client = (settings: S3ClientSettings = {}): S3Client => {
  const { requestTimeout, attempts, ...place } = settings;
  return new S3Client({
    ...place,
    ...storeClientLimits({ requestTimeout, attempts }),
    // Readers hold what they read against the manifest's SHA-256 and say what is damaged. The SDK's own check would end
    // before them, as an answer that failed to come, and keep a publisher from replacing what is damaged.
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: place.endpoint !== undefined || process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
};
