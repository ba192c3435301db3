import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key-event.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { storeCall } from '../errors.ts';
import type { Table } from '../table.ts';
import { trailHas, trailPut } from './key-trail.ts';

/** Tables of keys and of their trail, with one client, as one transaction writes both. */
export interface KeyTables {
  readonly client: Table['client'];
  /** Names of the tables. */
  readonly tables: { readonly apiKeys: string; readonly apiKeyEvents: string };
}

/** Changes of one transaction, written all or none. */
export interface KeyWrite {
  readonly added?: ApiKey;
  readonly changed?: { readonly before: ApiKey; readonly after: ApiKey };
  readonly events: readonly [ApiKeyEvent, ...ApiKeyEvent[]];
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Attributes that change after a key is issued. */
const changeable = ['status', 'expiresAt', 'revokedAt', 'rotatedTo'] as const;

const putOf = (tableName: string, record: ApiKey): TransactItem => ({
  Put: {
    TableName: tableName,
    Item: record,
    ConditionExpression: 'attribute_not_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId' },
  },
});

/** Builds the update of a record on condition that it is unchanged since it was read. */
const updateOf = (tableName: string, before: ApiKey, after: ApiKey): TransactItem => {
  const set = changeable.filter((name) => after[name] !== undefined);
  const removed = changeable.filter((name) => after[name] === undefined);
  const asRead = changeable.map((name) =>
    before[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :before_${name}`,
  );
  const values = [
    ...set.map((name) => [`:${name}`, after[name]]),
    ...changeable
      .filter((name) => before[name] !== undefined)
      .map((name) => [`:before_${name}`, before[name]]),
  ];
  return {
    Update: {
      TableName: tableName,
      Key: { keyId: before.keyId },
      UpdateExpression: [
        `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: asRead.join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(changeable.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(values),
    },
  };
};

const retriable = ['ConditionalCheckFailed', 'TransactionConflict'];

/** Whether a record was changed concurrently, or is being changed now. */
const isContended = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => retriable.includes(Code));

/**
 * Writes keys and entries of the trail in one transaction. If the answer is lost, the first entry, whose name is
 * unique, shows whether the transaction took place. Returns false if a key was changed concurrently. Throws
 * StoreUnavailable.
 */
export const writeWithTrail = async (
  { client, tables }: KeyTables,
  writes: readonly TransactItem[],
  events: KeyWrite['events'],
): Promise<boolean> => {
  const command = new TransactWriteCommand({
    TransactItems: [...writes, ...events.map((event) => trailPut(tables.apiKeyEvents, event))],
  });
  try {
    await storeCall('api keys: write', () => client.send(command), isContended);
    return true;
  } catch (error) {
    const mayBeWritten = isContended(error) || error instanceof StoreUnavailable;
    const trail = { client, tableName: tables.apiKeyEvents };
    if (mayBeWritten && (await trailHas(trail, events[0]))) return true;
    if (isContended(error)) return false;
    throw error;
  }
};

/** Writes keys as `writeWithTrail` does. Throws StoreUnavailable. */
export const writeKeys = (stores: KeyTables, { added, changed, events }: KeyWrite): Promise<boolean> =>
  writeWithTrail(
    stores,
    [
      ...(added ? [putOf(stores.tables.apiKeys, added)] : []),
      ...(changed ? [updateOf(stores.tables.apiKeys, changed.before, changed.after)] : []),
    ],
    events,
  );
