import { randomUUID } from 'node:crypto';
import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  type ScalarAttributeType,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type EmbeddedDynamoDb,
  startEmbeddedDynamoDb,
} from '../../../infra/local/database/embedded-dynamodb.ts';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry-summary.ts';

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

const { name: IndexName, partition, sort, attributes } = enquiriesByStatus;

/** What tables have beside their keys. */
const indexesOfTable: {
  [role in TableRole]?: Pick<CreateTableCommandInput, 'GlobalSecondaryIndexes'> & {
    readonly attributes: AttributeDefinition[];
  };
} = {
  enquiries: {
    attributes: [
      { AttributeName: partition, AttributeType: 'S' },
      { AttributeName: sort, AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName,
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          { AttributeName: sort, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: attributes },
      },
    ],
  },
};

export interface EmbeddedTables {
  readonly engine: EmbeddedDynamoDb;
  readonly client: DynamoDBDocumentClient;
  /** Name of each table. */
  readonly tables: Readonly<Record<TableRole, string>>;
  close(): Promise<void>;
}

const createTable = async (client: DynamoDBDocumentClient, role: TableRole, name: string) => {
  const keys = Object.entries<ScalarAttributeType>(keysOfTable[role]);
  const { attributes: indexed = [], ...indexes } = indexesOfTable[role] ?? {};
  await client.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema: keys.map(([AttributeName], index) => ({
        AttributeName,
        KeyType: index === 0 ? 'HASH' : 'RANGE',
      })),
      AttributeDefinitions: [
        ...keys.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
        ...indexed,
      ],
      ...indexes,
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
