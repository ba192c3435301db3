import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './dynamodb-client.ts';
import { environmentVariable } from './environment.ts';

/** A table of DynamoDB, and the client to reach it with. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/**
 * The table that an environment variable names. The client is made at once, while a function starts with all of its
 * processor; the variable is read when the table is first used, so that a handler's file can be loaded without it.
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
