import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyUse, apiKeyUse } from '../../domain/access/api-key-use.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

/** Writes down that a key was used, for at most so many milliseconds. Throws StoreUnavailable. */
export type WriteUse = (keyId: string, at: Date, patience: number) => Promise<void>;

const isLater = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/**
 * Notes of use as rows of a table. A use that another instance has noted later, or one by a clock that goes ahead, is
 * left as it is.
 */
export const dynamoDbUseNotes =
  (table: Table): WriteUse =>
  async (keyId, at, patience) => {
    const update = new UpdateCommand({
      TableName: table.tableName,
      Key: { keyId },
      UpdateExpression: 'SET #last = :at, #first = if_not_exists(#first, :at)',
      ConditionExpression: 'attribute_not_exists(#last) OR #last < :at',
      ExpressionAttributeNames: { '#last': 'lastUsedAt', '#first': 'firstUsedAt' },
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
    const abortSignal = AbortSignal.timeout(patience);
    try {
      await storeCall('key use: note', () => table.client.send(update, { abortSignal }), isLater);
    } catch (error) {
      if (!isLater(error)) throw error;
    }
  };

/** When a key was used; undefined where it never was. Throws StoreUnavailable. */
export const useOfKey = async (
  { client, tableName }: Table,
  keyId: string,
): Promise<ApiKeyUse | undefined> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId }, ConsistentRead: true });
  const { Item } = await storeCall('key use: get', () => client.send(get));
  return Item && readRow(apiKeyUse, Item, keyId);
};

/** When each key was used that ever was, by its id. Throws StoreUnavailable. */
export const useOfKeys = ({ client, tableName }: Table): Promise<ReadonlyMap<string, ApiKeyUse>> =>
  storeCall('key use: scan', async () => {
    const uses = new Map<string, ApiKeyUse>();
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
      for (const row of Items) {
        const use = readRow(apiKeyUse, row, 'a note of use');
        if (use) uses.set(use.keyId, use);
      }
    }
    return uses;
  });
