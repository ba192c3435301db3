import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './dynamodb-client.ts';
import { environmentVariable } from './environment.ts';

/** DynamoDB table with its client. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/**
 * Opens the table named by an environment variable. The client is created at once, while a starting function has its
 * full processor; the variable is read on first use, so that a handler can be imported without it.
 */
export const tableFromEnvironment = (variable: string): Table => {
  const client = documentClient();
  return {
    client,
    get tableName() {
      return environmentVariable(variable);
    },
  };
};
