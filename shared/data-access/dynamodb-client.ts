import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoreLimits, storeClientLimits } from './request-handler.ts';
import { withoutSdkLog } from './without-sdk-log.ts';

/** Limits and endpoint of the client; the endpoint defaults to that of the environment. */
interface DocumentClientSettings
  extends StoreLimits,
    Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/** Creates a DynamoDB client for plain objects; `destroy` closes its connections. */
export const documentClient = (settings: DocumentClientSettings = {}): DynamoDBDocumentClient => {
  const { requestTimeout, attempts, ...place } = settings;
  const client = withoutSdkLog(
    new DynamoDBClient({ ...place, ...storeClientLimits({ requestTimeout, attempts }) }),
  );
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // The library's own `destroy` does nothing, as it does not own the client.
  documents.destroy = () => client.destroy();
  return documents;
};
