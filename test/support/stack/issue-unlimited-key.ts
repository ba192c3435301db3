import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { openStackStores } from './stack-stores.ts';

/**
 * Issues a key for all services that no plan bounds, on a running local stack. Tests and tools send with such a key: the
 * one that `npm start` leaves is its owner's, and may have a plan that bounds it.
 */
export const issueUnlimitedKey = async (dataDirectory: string, client: string): Promise<string> => {
  using stores = await openStackStores(dataDirectory);
  const { documents, tables } = stores;
  const { token } = await keyRepository({ client: documents, tables }).issue(
    { client, scopes: [...services], plan: 'unlimited', environment: 'test' },
    { by: client },
  );
  return token;
};
