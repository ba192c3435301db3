import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeRequestHandler } from '../../shared/data-access/request-handler.ts';
import type { StackFile } from '../local/stack-file.ts';

/** Nobody waits at a browser here: a busy database gets time, and more attempts than a request of a client. */
const requestMilliseconds = 20_000;
const attempts = 5;

/** A client of the stack's database, whatever the environment says of AWS. Needs destroy() at the end. */
export const stackDatabase = (
  stack: Pick<StackFile, 'dynamoDbEndpoint' | 'region' | 'credentials'>,
): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: stack.dynamoDbEndpoint,
      region: stack.region,
      credentials: stack.credentials,
      maxAttempts: attempts,
      requestHandler: storeRequestHandler(requestMilliseconds),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
