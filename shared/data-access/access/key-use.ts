import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyUse, apiKeyUse } from '../../domain/access/api-key.ts';
import { isConditionFailure, storeCall } from '../errors.ts';
import { parseRow, type Table } from '../table.ts';

/** Records the use of a key, within `timeout` milliseconds. Throws StoreUnavailable. */
export type WriteUse = (keyId: string, at: Date, timeout: number) => Promise<void>;

/** Creates a writer of uses to a table. A later use, noted by another instance or by a clock that is ahead, is kept. */
export const keyUseWriter =
  (table: Table): WriteUse =>
  async (keyId, at, timeout) => {
    const update = new UpdateCommand({
      TableName: table.tableName,
      Key: { keyId },
      UpdateExpression: 'SET #last = :at, #first = if_not_exists(#first, :at)',
      ConditionExpression: 'attribute_not_exists(#last) OR #last < :at',
      ExpressionAttributeNames: { '#last': 'lastUsedAt', '#first': 'firstUsedAt' },
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
    const send = () => table.client.send(update, { abortSignal: AbortSignal.timeout(timeout) });
    try {
      await storeCall('key use: write', send, isConditionFailure);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  };

/** Reads the use of a key; undefined if it was never used. Throws StoreUnavailable. */
export const useOfKey = async (
  { client, tableName }: Table,
  keyId: string,
): Promise<ApiKeyUse | undefined> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId }, ConsistentRead: true });
  const { Item } = await storeCall('key use: get', () => client.send(get));
  return Item && parseRow(apiKeyUse, Item, keyId);
};

/** Reads the use of every used key, by id. Throws StoreUnavailable. */
export const useOfKeys = ({ client, tableName }: Table): Promise<ReadonlyMap<string, ApiKeyUse>> =>
  storeCall('key use: scan', async () => {
    const uses = new Map<string, ApiKeyUse>();
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
      for (const row of Items) {
        const use = parseRow(apiKeyUse, row, 'use of a key');
        if (use) uses.set(use.keyId, use);
      }
    }
    return uses;
  });
