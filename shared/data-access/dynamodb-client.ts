import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoreLimits, storeAttempts, storeRequestHandler } from './request-handler.ts';

/** A client of DynamoDB that reads and writes plain objects. */
export const documentClient = ({ requestTimeout, attempts }: StoreLimits = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: attempts ?? storeAttempts,
      requestHandler: storeRequestHandler(requestTimeout),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
