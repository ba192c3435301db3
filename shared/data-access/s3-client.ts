import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type StoreLimits, storeClientLimits } from './request-handler.ts';
import { withoutSdkLog } from './without-sdk-log.ts';

/** Limits and endpoint of the client; the endpoint defaults to that of the environment. */
interface S3ClientSettings extends StoreLimits, Pick<S3ClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/**
 * Creates a client of S3. With an explicit endpoint, here or in the SDK's AWS_ENDPOINT_URL_S3, the bucket goes into the
 * path, as such endpoints have no host name for each bucket.
 */
export const s3Client = (settings: S3ClientSettings = {}): S3Client => {
  const { requestTimeout, attempts, ...place } = settings;
  return withoutSdkLog(
    new S3Client({
      ...place,
      ...storeClientLimits({ requestTimeout, attempts }),
      // Readers check the manifest's SHA-256 themselves. The SDK's check would fail first, as a transient error, and keep
      // a publisher from replacing a damaged file.
      responseChecksumValidation: 'WHEN_REQUIRED',
      forcePathStyle: place.endpoint !== undefined || process.env.AWS_ENDPOINT_URL_S3 !== undefined,
    }),
  );
};
