import type { ApiKeyRegister } from '../../domain/access/api-key.ts';
import { environmentVariable } from '../environment.ts';
import { tableFromEnvironment } from '../table.ts';
import { dynamoDbUseNotes, type WriteUse } from './api-key-use.ts';
import { dynamoDbApiKeyRegister } from './dynamodb-api-key-register.ts';

/** What the authoriser reads keys from, and where it notes their use. */
export interface AuthoriserStores {
  readonly register: ApiKeyRegister;
  readonly writeUse: WriteUse;
}

/**
 * The tables that API_KEYS_TABLE and API_KEY_USE_TABLE name, by one client: the look-up of a key leaves a connection
 * open that the note of its use need not wait for.
 */
export const authoriserStoresFromEnvironment = (): AuthoriserStores => {
  const keys = tableFromEnvironment('API_KEYS_TABLE');
  const use = {
    client: keys.client,
    get tableName() {
      return environmentVariable('API_KEY_USE_TABLE');
    },
  };
  return { register: dynamoDbApiKeyRegister(keys), writeUse: dynamoDbUseNotes(use) };
};
