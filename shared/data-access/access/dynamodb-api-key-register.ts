import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyRegister, apiKey } from '../../domain/access/api-key.ts';
import { storeDeadline } from '../store-deadline.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

/** Creates a register of keys in a DynamoDB table. Reads are consistent: a change takes effect once it is answered. */
export const dynamoDbApiKeyRegister = (table: Table): ApiKeyRegister => ({
  async find(keyId) {
    const get = new GetCommand({ TableName: table.tableName, Key: { keyId }, ConsistentRead: true });
    const { Item } = await storeCall('api keys: get', () =>
      table.client.send(get, { abortSignal: storeDeadline() }),
    );
    return Item && readRow(apiKey, Item, keyId);
  },
});
