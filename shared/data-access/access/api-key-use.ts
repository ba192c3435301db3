import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyUse, apiKeyUse } from '../../domain/access/api-key-use.ts';
import { storeCall } from '../errors.ts';
import { parseRow, type Table } from '../table.ts';

/** Records the use of a key, taking at most `patience` milliseconds. Throws StoreUnavailable. */
export type WriteUse = (keyId: string, at: Date, patience: number) => Promise<void>;

const isLater = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/** Creates a writer of uses to a table. A later use, noted by another instance or by a clock that is ahead, is kept. */
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

/** Reads the last use of a key; undefined if it was never used. Throws StoreUnavailable. */
export const useOfKey = async (
  { client, tableName }: Table,
  keyId: string,
): Promise<ApiKeyUse | undefined> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId }, ConsistentRead: true });
  const { Item } = await storeCall('key use: get', () => client.send(get));
  return Item && parseRow(apiKeyUse, Item, keyId);
};

/** Reads the last use of every used key, by id. Throws StoreUnavailable. */
export const useOfKeys = ({ client, tableName }: Table): Promise<ReadonlyMap<string, ApiKeyUse>> =>
  storeCall('key use: scan', async () => {
    const uses = new Map<string, ApiKeyUse>();
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
      for (const row of Items) {
        const use = parseRow(apiKeyUse, row, 'a note of use');
        if (use) uses.set(use.keyId, use);
      }
    }
    return uses;
  });
