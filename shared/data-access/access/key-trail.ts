import { randomBytes } from 'node:crypto';
import {
  GetCommand,
  paginateQuery,
  paginateScan,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type ApiKey, type ApiKeyEvent, apiKeyEvent, keyActions } from '../../domain/access/api-key.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { toCrockford } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { isContended, storeCall } from '../errors.ts';
import { parseRow, type Table } from '../table.ts';
import { type KeyChange, keyChange } from './key-request.ts';

/** Tables of keys and of their trail, with one client, because one transaction writes both. */
export interface KeyTables {
  readonly client: Table['client'];
  /** Names of the tables. */
  readonly tables: { readonly apiKeys: string; readonly apiKeyEvents: string };
}

/** Action on a key and its time; the rest of an entry follows from the key and the actor. */
interface KeyAction extends Pick<ApiKeyEvent, 'action'> {
  readonly at: Date;
  readonly details?: Omit<ApiKeyEvent['details'], 'client'>;
}

/** Builds the entry of an action on a key. Throws $ZodError for a change without an actor. */
export const trailEntry = (
  { keyId, client }: Pick<ApiKey, 'keyId' | 'client'>,
  action: KeyAction,
  change: KeyChange,
): ApiKeyEvent => {
  const at = action.at.toISOString();
  // 80 random bits, so that two entries of a key never share a name, whatever the clock says.
  const event = `${at}#${toCrockford(randomBytes(10)).toLowerCase()}`;
  const details = { client, ...action.details };
  return { keyId, event, at, action: action.action, ...keyChange.parse(change), details };
};

/** A write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Writes keys and entries of the trail in one transaction. If all responses are lost, the first entry, whose name is
 * unique, shows whether the transaction took place. Returns false if a key was changed concurrently. Throws
 * StoreUnavailable.
 */
export const writeWithTrail = async (
  { client, tables }: KeyTables,
  writes: readonly TransactItem[],
  entries: readonly [ApiKeyEvent, ...ApiKeyEvent[]],
): Promise<boolean> => {
  const puts = entries.map((entry) => newItem(tables.apiKeyEvents, entry));
  const command = new TransactWriteCommand({ TransactItems: [...writes, ...puts] });
  try {
    await storeCall('api keys: write', () => client.send(command), isContended);
    return true;
  } catch (error) {
    if (isContended(error)) return false;
    const isLost = error instanceof StoreUnavailable;
    if (isLost && (await hasEntry({ client, tableName: tables.apiKeyEvents }, entries[0]))) return true;
    throw error;
  }
};

/** Builds the write of a new key or entry, which never replaces an existing one. */
export const newItem = (tableName: string, item: Readonly<Record<string, unknown>>): TransactItem => ({
  Put: {
    TableName: tableName,
    Item: item,
    ConditionExpression: 'attribute_not_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId' },
  },
});

/** Reads the trail of one key, or of all, oldest first. Throws StoreUnavailable. */
export const readTrail = (
  { client, tableName }: Table,
  keyId: string | undefined,
): Promise<readonly ApiKeyEvent[]> =>
  storeCall('key events: read', async () => {
    const all = { TableName: tableName, ConsistentRead: true };
    const ofKey = {
      ...all,
      KeyConditionExpression: '#keyId = :keyId',
      ExpressionAttributeNames: { '#keyId': 'keyId' },
      ExpressionAttributeValues: { ':keyId': keyId },
    };
    const pages = keyId === undefined ? paginateScan({ client }, all) : paginateQuery({ client }, ofKey);
    const entries: ApiKeyEvent[] = [];
    for await (const { Items = [] } of pages)
      entries.push(...Items.flatMap((row) => parseRow(apiKeyEvent, row, String(row.keyId)) ?? []));
    return entries.sort(inOrder);
  });

const hasEntry = async (
  { client, tableName }: Table,
  { keyId, event }: Pick<ApiKeyEvent, 'keyId' | 'event'>,
): Promise<boolean> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId, event }, ConsistentRead: true });
  const { Item } = await storeCall('key events: get', () => client.send(get));
  return Item !== undefined;
};

/** Ranks entries of the same time: a successor is issued before the old key is rotated. */
const rankOf = ({ action }: ApiKeyEvent): number => keyActions.indexOf(action);

const inOrder = (one: ApiKeyEvent, other: ApiKeyEvent): number =>
  byCodeUnit(one.at, other.at) || rankOf(one) - rankOf(other) || byCodeUnit(one.event, other.event);
