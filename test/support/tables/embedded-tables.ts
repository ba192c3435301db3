import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type EmbeddedDynamoDb, startEmbeddedDynamoDb } from '../../../infra/local/database/engine.ts';
import { type TableRole, tableDefinitions } from './table-definitions.ts';

export interface EmbeddedTables {
  readonly engine: EmbeddedDynamoDb;
  readonly client: DynamoDBDocumentClient;
  /** Name of each table. */
  readonly tables: Readonly<Record<TableRole, string>>;
  close(): Promise<void>;
}

/** Creates a client of a local engine, which accepts any credentials. */
const embeddedClient = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** Starts an in-memory engine with the product's tables, empty, for one test file. */
export const startEmbeddedTables = async (): Promise<EmbeddedTables> => {
  const engine = await startEmbeddedDynamoDb();
  const client = embeddedClient(engine.endpoint);
  const create = async (role: TableRole): Promise<string> => {
    const TableName = `${role}-${randomUUID()}`;
    const definition = tableDefinitions[role];
    await client.send(new CreateTableCommand({ TableName, ...definition, BillingMode: 'PAY_PER_REQUEST' }));
    return TableName;
  };
  const tables = {
    locations: await create('locations'),
    capabilities: await create('capabilities'),
    billers: await create('billers'),
    enquiries: await create('enquiries'),
    apiKeys: await create('apiKeys'),
    apiKeyEvents: await create('apiKeyEvents'),
    apiKeyUse: await create('apiKeyUse'),
  };
  const close = async () => {
    client.destroy();
    await engine.close();
  };
  return { engine, client, tables, close };
};
