import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../../shared/data-access/dynamodb-client.ts';
import type { StackFile } from '../../local/stack-file.ts';

/** Nobody waits at a browser here: a busy database gets time, and more attempts than a request of a client. */
const patience = { requestTimeout: 20_000, attempts: 5 };

/** A client of the stack's database, whatever the environment says of AWS. Needs destroy() at the end. */
export const stackDatabase = ({
  dynamoDbEndpoint,
  region,
  credentials,
}: Pick<StackFile, 'dynamoDbEndpoint' | 'region' | 'credentials'>): DynamoDBDocumentClient =>
  documentClient({ ...patience, endpoint: dynamoDbEndpoint, region, credentials });
