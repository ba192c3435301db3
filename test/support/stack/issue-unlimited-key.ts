import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../shared/data-access/access/key-request.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { openStackStores } from './stack-stores.ts';

/** Issues a key for all services on a running local stack, because the plan of its own key may have limits. */
export const issueUnlimitedKey = (dataDirectory: string, client: string): Promise<string> =>
  issueKeyOn(dataDirectory, { client, scopes: [...services], plan: 'unlimited', environment: 'test' });

export const issueKeyOn = async (dataDirectory: string, request: KeyRequest): Promise<string> => {
  using stores = await openStackStores(dataDirectory);
  const { documents, tables } = stores;
  const { token } = await keyRepository({ client: documents, tables }).issue(request, { by: request.client });
  return token;
};
