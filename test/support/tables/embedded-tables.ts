import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDb } from '../../../infra/local/database/engine.ts';
import { createTables } from '../../../infra/local/database/tables.ts';
import definitions from '../../../infra/local/start/tables.json' with { type: 'json' };
import { documentClient } from '../../../shared/data-access/clients.ts';
import type { Table } from '../../../shared/data-access/table.ts';

type TableRole = keyof typeof definitions;

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
export const startEmbeddedTables = async () => {
  const engine = await startEmbeddedDynamoDb();
  const client = embeddedClient(engine.endpoint);
  const id = randomUUID();
  const nameOf = (role: string) => `${role}-${id}`;
  const described = Object.entries(definitions).map(([role, { properties }]) => ({
    name: nameOf(role),
    // Nothing reads the streams of these tables.
    properties: { ...properties, StreamSpecification: undefined },
  }));
  await createTables(client, described);
  const tables: Readonly<Record<TableRole, string>> = {
    locations: nameOf('locations'),
    capabilities: nameOf('capabilities'),
    locationChanges: nameOf('locationChanges'),
    billers: nameOf('billers'),
    enquiries: nameOf('enquiries'),
    apiKeys: nameOf('apiKeys'),
    apiKeyEvents: nameOf('apiKeyEvents'),
    apiKeyUse: nameOf('apiKeyUse'),
  };
  const close = async () => {
    client.destroy();
    await engine.close();
  };
  return { engine, client, tables, close };
};
export type EmbeddedTables = Awaited<ReturnType<typeof startEmbeddedTables>>;

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

/** Returns the product's client at an endpoint. */
export const documentClientAt = (endpoint: string): Table['client'] =>
  documentClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** Returns a table with the product's client at the given endpoint (default: an address where nothing listens). */
export const unreachableTable = (endpoint = 'http://127.0.0.1:1'): Table => ({
  client: documentClientAt(endpoint),
  tableName: 'unreachable',
});
