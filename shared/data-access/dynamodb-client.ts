import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoreLimits, storeAttempts, storeRequestHandler } from './request-handler.ts';

/** How long to try, and which DynamoDB: where nothing is said, the one that the environment names. */
interface DocumentClientSettings
  extends StoreLimits,
    Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> {}

/** A client of DynamoDB that reads and writes plain objects; `destroy` ends its connections. */
export const documentClient = (settings: DocumentClientSettings = {}): DynamoDBDocumentClient => {
  const { requestTimeout, attempts = storeAttempts, ...place } = settings;
  const client = new DynamoDBClient({
    ...place,
    maxAttempts: attempts,
    requestHandler: storeRequestHandler(requestTimeout),
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // The library's own does nothing, as it takes the client to be somebody else's.
  documents.destroy = () => client.destroy();
  return documents;
};
