import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../shared/data-access/access/key-request.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { openStackStores } from './stack-stores.ts';

/**
 * Issues a key for all services with the plan `unlimited` on a running local stack. Tests and tools use such a key,
 * because the key that `npm start` creates belongs to the stack's owner and may have a plan with limits.
 */
export const issueUnlimitedKey = (dataDirectory: string, client: string): Promise<string> =>
  issueKeyOn(dataDirectory, { client, scopes: [...services], plan: 'unlimited', environment: 'test' });

export const issueKeyOn = async (dataDirectory: string, request: KeyRequest): Promise<string> => {
  using stores = await openStackStores(dataDirectory);
  const { documents, tables } = stores;
  const { token } = await keyRepository({ client: documents, tables }).issue(request, { by: request.client });
  return token;
};
