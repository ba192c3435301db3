import { S3Client } from '@aws-sdk/client-s3';
import { type StoreLimits, storeAttempts, storeRequestHandler } from './request-handler.ts';

/**
 * A client of S3. Endpoints set through the SDK's own AWS_ENDPOINT_URL_S3 have no name for each bucket, so the
 * bucket goes into the path there.
 */
export const s3Client = ({ requestTimeout, attempts }: StoreLimits = {}): S3Client =>
  new S3Client({
    maxAttempts: attempts ?? storeAttempts,
    requestHandler: storeRequestHandler(requestTimeout),
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
