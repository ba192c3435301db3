import type { ApiKeyRegister } from '../../domain/access/api-key.ts';
import { environmentVariable } from '../settings.ts';
import { tableFromEnvironment } from '../table.ts';
import { dynamoDbUseNotes, type WriteUse } from './api-key-use.ts';
import { dynamoDbApiKeyRegister } from './dynamodb-api-key-register.ts';

/** Stores of the authoriser: the register of keys, and the notes of their use. */
export interface AuthoriserStores {
  readonly register: ApiKeyRegister;
  readonly writeUse: WriteUse;
}

/**
 * Opens the tables named by API_KEYS_TABLE and API_KEY_USE_TABLE with one client, so that noting a use can reuse the
 * connection of the look-up.
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
