import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyRegister, apiKey } from '../../domain/access/api-key.ts';
import { storeCall } from '../errors.ts';
import { storeDeadline } from '../retry.ts';
import { parseRow, type Table } from '../table.ts';

/** Creates a register of keys in a DynamoDB table. Reads are consistent: a change takes effect once it is answered. */
export const dynamoDbApiKeyRegister = (table: Table): ApiKeyRegister => ({
  async find(keyId) {
    const get = new GetCommand({ TableName: table.tableName, Key: { keyId }, ConsistentRead: true });
    const { Item } = await storeCall('api keys: get', () =>
      table.client.send(get, { abortSignal: storeDeadline() }),
    );
    return Item && parseRow(apiKey, Item, keyId);
  },
});
