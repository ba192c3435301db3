import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, type ScalarAttributeType } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type EmbeddedDynamoDb,
  startEmbeddedDynamoDb,
} from '../../infra/local/database/embedded-dynamodb.ts';

/** Attributes and types of the tables' keys, the partition key first. */
const keysOfTable = {
  locations: { locationCode: 'S' },
  capabilities: { serviceCode: 'N' },
  billers: { kind: 'S', code: 'S' },
  enquiries: { id: 'S' },
  apiKeys: { keyId: 'S' },
  apiKeyEvents: { keyId: 'S', event: 'S' },
  apiKeyUse: { keyId: 'S' },
} as const satisfies Record<string, Record<string, ScalarAttributeType>>;
type TableRole = keyof typeof keysOfTable;

export interface EmbeddedTables {
  readonly engine: EmbeddedDynamoDb;
  readonly client: DynamoDBDocumentClient;
  /** Name of each table. */
  readonly tables: Readonly<Record<TableRole, string>>;
  close(): Promise<void>;
}

const createTable = async (client: DynamoDBDocumentClient, role: TableRole, name: string) => {
  const keys = Object.entries<ScalarAttributeType>(keysOfTable[role]);
  await client.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema: keys.map(([AttributeName], index) => ({
        AttributeName,
        KeyType: index === 0 ? 'HASH' : 'RANGE',
      })),
      AttributeDefinitions: keys.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
};

/** A client of an engine on this machine, which takes any credentials. */
const embeddedClient = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** An engine in memory with the product's tables, empty, for one test file. */
export const startEmbeddedTables = async (): Promise<EmbeddedTables> => {
  const engine = await startEmbeddedDynamoDb();
  const client = embeddedClient(engine.endpoint);
  const nameOf = (role: TableRole) => `${role}-${randomUUID()}`;
  const tables = {
    locations: nameOf('locations'),
    capabilities: nameOf('capabilities'),
    billers: nameOf('billers'),
    enquiries: nameOf('enquiries'),
    apiKeys: nameOf('apiKeys'),
    apiKeyEvents: nameOf('apiKeyEvents'),
    apiKeyUse: nameOf('apiKeyUse'),
  };
  await createTable(client, 'locations', tables.locations);
  await createTable(client, 'capabilities', tables.capabilities);
  await createTable(client, 'billers', tables.billers);
  await createTable(client, 'enquiries', tables.enquiries);
  await createTable(client, 'apiKeys', tables.apiKeys);
  await createTable(client, 'apiKeyEvents', tables.apiKeyEvents);
  await createTable(client, 'apiKeyUse', tables.apiKeyUse);
  const close = async () => {
    client.destroy();
    await engine.close();
  };
  return { engine, client, tables, close };
};
