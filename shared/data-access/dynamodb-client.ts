import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeAttempts, storeRequestHandler } from './request-handler.ts';

/**
 * A client of DynamoDB that reads and writes plain objects. `requestTimeout` in milliseconds: the default suits a
 * request that somebody waits for; bulk work may wait longer.
 */
export const documentClient = ({
  requestTimeout,
}: {
  requestTimeout?: number;
} = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: storeAttempts,
      requestHandler: storeRequestHandler(requestTimeout),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
