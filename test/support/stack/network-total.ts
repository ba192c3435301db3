import { bodyOf, createWaypostClient } from '../../../shared/client/index.ts';

/** Returns the number of work centres that a stack has published, from its own answer. */
export const networkTotal = async ({ url, key }: { readonly url: string; readonly key: string }) => {
  const { locationsV3 } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await locationsV3.GET('/workcentres', { params: { query: { size: 0 } } })).pagination.total;
};
