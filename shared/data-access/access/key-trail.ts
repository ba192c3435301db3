import {
  paginateQuery,
  paginateScan,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type ApiKey, type ApiKeyEvent, apiKeyEvent, keyActions } from '../../domain/access/api-key.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { enquiryTrailPartition, trailEventName } from '../billing/enquiry-trail.ts';
import { isContended, storeCall } from '../errors.ts';
import { readItem, readRows, type Table } from '../table.ts';
import { type KeyChange, keyChange } from './key-request.ts';

/** Names of the tables for keys and their audit trail, and their client. One transaction writes to both. */
export interface KeyTables {
  readonly client: Table['client'];
  readonly tables: Readonly<Record<'apiKeys' | 'apiKeyEvents', string>>;
}

interface KeyAction extends Pick<ApiKeyEvent, 'action'> {
  readonly at: Date;
  readonly details?: Omit<ApiKeyEvent['details'], 'client'>;
}

/** Builds the trail entry for an action on a key. Throws $ZodError for a change without an actor. */
export const trailEntry = (
  { keyId, client }: Pick<ApiKey, 'keyId' | 'client'>,
  { action, at: time, details }: KeyAction,
  change: KeyChange,
): ApiKeyEvent => {
  const at = time.toISOString();
  return {
    keyId,
    event: trailEventName(at),
    at,
    action,
    ...keyChange.parse(change),
    details: { client, ...details },
  };
};

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Writes keys and trail entries in one transaction. If the response is lost, the first entry, whose name is unique,
 * shows whether the transaction succeeded. Returns false if a key was changed concurrently. Throws StoreUnavailable.
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
    const { keyId, event } = entries[0];
    const trail = { client, tableName: tables.apiKeyEvents };
    const isWritten =
      error instanceof StoreUnavailable && (await readItem(trail, 'key events: get', { keyId, event }));
    if (isWritten) return true;
    throw error;
  }
};

/** Builds the write of a new key or entry. The write fails if the item already exists. */
export const newItem = (tableName: string, item: Readonly<Record<string, unknown>>): TransactItem => ({
  Put: {
    TableName: tableName,
    Item: item,
    ConditionExpression: 'attribute_not_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId' },
  },
});

/** Reads the trail of one key or, without an id, of all keys, oldest first. Throws StoreUnavailable. */
export const readTrail = async (
  { client, tableName }: Table,
  keyId: string | undefined,
): Promise<readonly ApiKeyEvent[]> => {
  const read = {
    TableName: tableName,
    ConsistentRead: true,
    ExpressionAttributeNames: { '#keyId': 'keyId' },
    ExpressionAttributeValues: { ':keyId': keyId ?? enquiryTrailPartition },
  };
  const pages =
    keyId === undefined
      ? paginateScan({ client }, { ...read, FilterExpression: '#keyId <> :keyId' })
      : paginateQuery({ client }, { ...read, KeyConditionExpression: '#keyId = :keyId' });
  const { rows } = await readRows('key events: read', apiKeyEvent, pages, (row) => String(row.keyId));
  return rows.sort(inOrder);
};

/** Ranks entries with the same time, so that the issue of a successor precedes the rotation of the old key. */
const rankOf = ({ action }: ApiKeyEvent): number => keyActions.indexOf(action);

const inOrder = (one: ApiKeyEvent, other: ApiKeyEvent): number =>
  byCodeUnit(one.at, other.at) || rankOf(one) - rankOf(other) || byCodeUnit(one.event, other.event);
