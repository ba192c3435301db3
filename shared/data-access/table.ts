import { BatchGetCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { logger } from '../observability/logger.ts';
import { documentClient } from './clients.ts';
import { storeCall } from './errors.ts';
import { storeDeadline, untilProcessed } from './retry.ts';
import { environmentVariable } from './settings.ts';

/** DynamoDB table with its client. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/**
 * Opens the table named by an environment variable. The client is created at once, while a starting function has its
 * full processor; the variable is read on first use, so that a handler can be imported without it.
 */
export const tableFromEnvironment = (variable: string, client = documentClient()): Table => ({
  client,
  get tableName() {
    return environmentVariable(variable);
  },
});

/**
 * Parses a row of a table; undefined for an invalid one, which is logged by its key and the attributes at fault (never
 * their values), so that one bad row cannot spoil the response about others.
 */
export const parseRow = <T>(schema: z.core.$ZodType<T>, row: unknown, key: string): T | undefined => {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return parsed.data;
  const attributes = parsed.error.issues.map(({ path }) => path.join('.'));
  logger.warn('row skipped', { key, attributes });
  return undefined;
};

/** Builds the parts of an update that sets these attributes; undefined ones are removed. */
export const attributeUpdate = (attributes: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(attributes);
  const set = names.filter((name) => attributes[name] !== undefined);
  const removed = names.filter((name) => attributes[name] === undefined);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    expression: clauses.join(' '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])),
  };
};

/** Reads an item that does not exist, the cheapest request. Throws StoreUnavailable. */
export const probeTable = async (
  { client, tableName }: Table,
  missingKey: Readonly<Record<string, string>>,
): Promise<void> => {
  const get = new GetCommand({ TableName: tableName, Key: missingKey });
  await storeCall(`probing ${tableName}`, () => client.send(get, { abortSignal: storeDeadline() }));
};

/** Maximum number of keys in a BatchGetItem. */
export const maxBatchKeys = 100;

/** Table that batches are sent to. */
export interface BatchedTable extends Table {
  /** Waits this many milliseconds; replaceable in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the current items of distinct keys, in no order; missing items are omitted. Throws UnprocessedItems, and errors
 * of the SDK.
 */
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
