import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { maxAttempts, storeRequestHandler, storeRetries } from './retry.ts';

/** Limits of a store client. The defaults are for API requests; background work may retry for longer. */
export interface StoreLimits {
  /** Milliseconds to wait for the response to an attempt to start. */
  readonly requestTimeout?: number;
  /** Maximum number of attempts, including the first, with backoff. If absent, `storeRetries` decides. */
  readonly attempts?: number;
}

/** Limits for background work, which retries a throttled or slow store for about 30 seconds. */
export const bulkLimits: StoreLimits = { requestTimeout: 10_000, attempts: 8 };

/** Limits and endpoint of a client. The endpoint defaults to the environment's. */
interface ClientSettings extends StoreLimits, Pick<S3ClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/** Creates a DynamoDB client for plain objects; `destroy` closes its connections. */
export const documentClient = (settings: ClientSettings = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({ ...settings, ...storeClientLimits(settings) });
  client.middlewareStack.remove(sdkLog);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // The library's own `destroy` does nothing, because it does not own the client.
  documents.destroy = () => client.destroy();
  return documents;
};

/**
 * Creates an S3 client. With an endpoint, here or in AWS_ENDPOINT_URL_S3, the bucket is part of the path, because such
 * endpoints have no host name for each bucket.
 */
export const s3Client = (settings: ClientSettings = {}): S3Client => {
  const client = new S3Client({
    ...settings,
    ...storeClientLimits(settings),
    // Disables the SDK's checksum validation, because readers check the SHA-256 in the manifest. The SDK's check would
    // fail first, with a transient error, and prevent the publisher from replacing a damaged file.
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: settings.endpoint !== undefined || process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  client.middlewareStack.remove(sdkLog);
  return client;
};

/** Creates the SDK's client options for these limits. */
export const storeClientLimits = ({ requestTimeout, attempts }: StoreLimits) => ({
  requestHandler: storeRequestHandler(requestTimeout),
  ...(attempts === undefined ? { maxAttempts, retryStrategy: storeRetries() } : { maxAttempts: attempts }),
});

/** SDK middleware that is removed, because it slowly redacts all requests and responses even if nothing is logged. */
const sdkLog = 'loggerMiddleware';
