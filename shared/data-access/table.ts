import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { logger } from '../observability/logger.ts';
import { documentClient } from './clients.ts';
import { storeCall } from './errors.ts';
import { storeDeadline, untilProcessed } from './retry.ts';
import { environmentVariable } from './settings.ts';

export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/**
 * Opens the table named by an environment variable. The client is created at once, while a function has more processor
 * time. The variable is read on first use, so that a handler can be imported without it.
 */
export const tableFromEnvironment = (variable: string, client = documentClient()): Table => ({
  client,
  get tableName() {
    return environmentVariable(variable);
  },
});

/**
 * Parses a row; returns undefined if it is invalid, so that it does not affect the others. Logs the key and the names
 * of the invalid attributes, never their values.
 */
export const parseRow = <T>(schema: z.core.$ZodType<T>, row: unknown, key: string): T | undefined => {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return parsed.data;
  const attributes = parsed.error.issues.map(({ path }) => path.join('.'));
  logger.warn('row skipped', { key, attributes });
  return undefined;
};

/** Reads one item consistently, unparsed; undefined if there is none. Throws StoreUnavailable. */
export const readItem = async (
  { client, tableName }: Table,
  operation: string,
  Key: Readonly<Record<string, unknown>>,
  abortSignal?: AbortSignal,
): Promise<Record<string, unknown> | undefined> => {
  const command = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
  return (await storeCall(operation, () => client.send(command, { abortSignal }))).Item;
};

/** Reads all rows of a partition consistently, unparsed. Throws StoreUnavailable with the name of the operation. */
export const readPartition = (
  { client, tableName }: Table,
  operation: string,
  [attribute, value]: readonly [attribute: string, value: string | number],
): Promise<readonly Record<string, unknown>[]> =>
  storeCall(operation, async () => {
    const query = {
      TableName: tableName,
      KeyConditionExpression: '#key = :value',
      ExpressionAttributeNames: { '#key': attribute },
      ExpressionAttributeValues: { ':value': value },
      ConsistentRead: true,
    };
    const pages = await Array.fromAsync(paginateQuery({ client }, query));
    return pages.flatMap(({ Items = [] }) => Items);
  });

/** Reads an item that does not exist, a cheap check that a table responds. Throws StoreUnavailable. */
export const probeTable = async (table: Table, missingKey: Readonly<Record<string, string>>) =>
  void (await readItem(table, `probing ${table.tableName}`, missingKey, storeDeadline()));

/** Reads all rows of a query or scan. Invalid rows are skipped and counted: see parseRow. Throws StoreUnavailable. */
export const readRows = <T>(
  operation: string,
  schema: z.core.$ZodType<T>,
  pages: AsyncIterable<{ readonly Items?: readonly Record<string, unknown>[] | undefined }>,
  keyOf: (row: Record<string, unknown>) => string,
): Promise<{ readonly rows: T[]; readonly skipped: number }> =>
  storeCall(operation, async () => {
    const rows: T[] = [];
    let skipped = 0;
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        const row = parseRow(schema, item, keyOf(item));
        if (row === undefined) skipped += 1;
        else rows.push(row);
      }
    return { rows, skipped };
  });

/** Maximum number of keys in a BatchGetItem. */
export const maxBatchKeys = 100;

export interface BatchedTable extends Table {
  /** Waits for a number of milliseconds. Tests replace it. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Reads the existing items with these distinct keys, in any order. Throws UnprocessedItems and SDK errors. */
export const readItems = async (
  { client, tableName, pause }: BatchedTable,
  keys: readonly Record<string, unknown>[],
): Promise<readonly Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  const readSome = async (Keys: Record<string, unknown>[]) => {
    const request = { [tableName]: { Keys, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems: request }));
    items.push(...(Responses?.[tableName] ?? []));
    return UnprocessedKeys?.[tableName]?.Keys;
  };
  for (let start = 0; start < keys.length; start += maxBatchKeys)
    await untilProcessed(tableName, keys.slice(start, start + maxBatchKeys), readSome, pause);
  return items;
};
