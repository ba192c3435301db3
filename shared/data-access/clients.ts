import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { maxAttempts, storeRequestHandler, storeRetries } from './retry.ts';

/** Limits of a store client. The defaults suit requests of clients; bulk work may try longer. */
export interface StoreLimits {
  /** Timeout in milliseconds for the response to one attempt to begin. */
  readonly requestTimeout?: number;
  /** Number of attempts including the first, with backoff; if absent, `storeRetries` decides. */
  readonly attempts?: number;
}

/** Limits of background work: a throttled or slow store gets about half a minute. */
export const bulkLimits: StoreLimits = { requestTimeout: 10_000, attempts: 8 };

/** Limits and endpoint of a client; the endpoint defaults to that of the environment. */
interface ClientSettings extends StoreLimits, Pick<S3ClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/** Creates a DynamoDB client for plain objects; `destroy` closes its connections. */
export const documentClient = (settings: ClientSettings = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({ ...settings, ...storeClientLimits(settings) });
  client.middlewareStack.remove(sdkLog);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // The library's own `destroy` does nothing, as it does not own the client.
  documents.destroy = () => client.destroy();
  return documents;
};

/**
 * Creates a client of S3. With an explicit endpoint, here or in the SDK's AWS_ENDPOINT_URL_S3, the bucket goes into the
 * path, as such endpoints have no host name for each bucket.
 */
export const s3Client = (settings: ClientSettings = {}): S3Client => {
  const client = new S3Client({
    ...settings,
    ...storeClientLimits(settings),
    // Readers check the manifest's SHA-256 themselves. The SDK's check would fail first, as a transient error, and keep a
    // publisher from replacing a damaged file.
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

/**
 * The SDK's log, which is removed from each client. It redacts every request and response even if nobody logs them,
 * which takes longer than parsing a page of rows.
 */
const sdkLog = 'loggerMiddleware';
