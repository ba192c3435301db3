import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoreLimits, storeClientLimits } from './request-handler.ts';

/** How long to try, and which DynamoDB: where nothing is said, the one that the environment names. */
interface DocumentClientSettings
  extends StoreLimits,
    Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/** A client of DynamoDB that reads and writes plain objects; `destroy` ends its connections. */
export const documentClient = (settings: DocumentClientSettings = {}): DynamoDBDocumentClient => {
  const { requestTimeout, attempts, ...place } = settings;
  const client = new DynamoDBClient({ ...place, ...storeClientLimits({ requestTimeout, attempts }) });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // The library's own does nothing, as it takes the client to be somebody else's.
  documents.destroy = () => client.destroy();
  return documents;
};
