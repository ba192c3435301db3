import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type EmbeddedDynamoDb, startEmbeddedDynamoDb } from '../../../infra/local/database/engine.ts';
import { createTables } from '../../../infra/local/database/tables.ts';
import definitions from '../../../infra/local/start/tables.json' with { type: 'json' };
import type { Table } from '../../../shared/data-access/table.ts';

export type TableRole = keyof typeof definitions;

export interface EmbeddedTables {
  readonly engine: EmbeddedDynamoDb;
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<TableRole, string>>;
  close(): Promise<void>;
}

/** Returns a client for a local engine, which accepts any credentials. */
const embeddedClient = (endpoint: string): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  // The product's clients do not have this middleware either, because it is slow even if nothing is logged.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

/** Starts an in-memory engine with the product's tables, which are empty, for one test file. */
export const startEmbeddedTables = async (): Promise<EmbeddedTables> => {
  const engine = await startEmbeddedDynamoDb();
  const client = embeddedClient(engine.endpoint);
  const create = async (role: TableRole): Promise<string> => {
    const name = `${role}-${randomUUID()}`;
    // Nothing reads the streams of these tables.
    const properties = { ...definitions[role].properties, StreamSpecification: undefined };
    await createTables(client, [{ name, properties }]);
    return name;
  };
  const tables = {
    locations: await create('locations'),
    capabilities: await create('capabilities'),
    locationChanges: await create('locationChanges'),
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

/** Writes any number of rows to a table without validation. */
export const putRows = async (
  { client, tableName }: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
};
