import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { bodyOf, createWaypostClient } from '../../../shared/client/index.ts';
import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../shared/data-access/access/key-request.ts';
import { bulkLimits, documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { locationKey } from '../../../shared/data-access/location-table.ts';
import { services } from '../../../shared/domain/access/service.ts';

/** Throws if no stack is running with this data directory. */
export const describedStack = async (dataDirectory: string) => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error(`no stack runs on ${dataDirectory}`);
  return stack;
};

/** Opens the stores of a running stack. Throws if there is none. */
export const openStackStores = async (dataDirectory: string) => {
  const stack = await describedStack(dataDirectory);
  const { dynamoDbEndpoint, objectStoreEndpoint, region, credentials } = stack;
  const documents = documentClient({ endpoint: dynamoDbEndpoint, region, credentials, ...bulkLimits });
  const s3 = s3Client({ endpoint: objectStoreEndpoint, region, credentials, ...bulkLimits });
  const close = () => {
    documents.destroy();
    s3.destroy();
  };
  return { ...stack, documents, s3, close, [Symbol.dispose]: close };
};

/** Whether a location is in the table of a running stack, even if it has not been published. */
export const isLocationStored = async (dataDirectory: string, locationCode: string): Promise<boolean> => {
  using stores = await openStackStores(dataDirectory);
  const Key = { ...locationKey(locationCode) };
  const get = new GetCommand({ TableName: stores.tables.locations, Key, ConsistentRead: true });
  return (await stores.documents.send(get)).Item !== undefined;
};

export const networkTotal = async ({ url, key }: { readonly url: string; readonly key: string }) => {
  const { locationsV3 } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await locationsV3.GET('/workcentres', { params: { query: { size: 0 } } })).pagination.total;
};

/** Issues a key for all services on a running local stack, because the plan of its own key may have limits. */
export const issueUnlimitedKey = (dataDirectory: string, client: string): Promise<string> =>
  issueKeyOn(dataDirectory, { client, scopes: [...services], plan: 'unlimited', environment: 'test' });

export const issueKeyOn = async (dataDirectory: string, request: KeyRequest): Promise<string> => {
  using stores = await openStackStores(dataDirectory);
  const { documents, tables } = stores;
  const { token } = await keyRepository({ client: documents, tables }).issue(request, { by: request.client });
  return token;
};
