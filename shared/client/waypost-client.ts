import createClient, { type Client } from 'openapi-fetch';
import { versionOf } from './catalogue-changed.ts';
import type { paths as BillManagementPaths } from './generated/bill-management.ts';
import type { paths as LocationsV2Paths } from './generated/locations-v2.ts';
import type { paths as LocationsV3Paths } from './generated/locations-v3.ts';
import { itemsOfPages } from './items-of-pages.ts';
import { queryText } from './query-text.ts';
import { type Fetch, type RetrySettings, retryingFetch, usualRetries } from './retrying-fetch.ts';
import { bodyOf } from './waypost-error.ts';

/** How a client reaches the services. */
export interface WaypostClientSettings {
  /** Where they answer, such as `https://api.example/prod`; empty for a page of the same address. */
  readonly baseUrl: string;
  /** Sent as AUTH-KEY to that address alone. */
  readonly key: string;
  /** The platform's own where absent. */
  readonly fetch?: Fetch;
  readonly retries?: Partial<RetrySettings>;
}

type List<Path extends '/workcentres' | '/operational-capabilities'> = LocationsV3Paths[Path]['get'];
type BodyOf<Operation extends List<'/workcentres'> | List<'/operational-capabilities'>> =
  Operation['responses'][200]['content']['application/json'];

/** What a search for work centres may ask; which page is the iteration's matter. */
export type WorkCentreSearch = Omit<
  NonNullable<List<'/workcentres'>['parameters']['query']>,
  'offset' | 'size'
>;
export type WorkCentre = BodyOf<List<'/workcentres'>>['workcentres'][number];
export type OperationalCapability = BodyOf<
  List<'/operational-capabilities'>
>['operational_capabilities'][number];

/** How lists are gone through. */
export interface Iteration {
  /** Items that are asked for at a time; as many as the service gives where absent. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

/** The three services, each with its operations by path, and lists as a whole. */
export interface WaypostClient {
  readonly billManagement: Client<BillManagementPaths>;
  readonly locationsV2: Client<LocationsV2Paths>;
  readonly locationsV3: Client<LocationsV3Paths>;
  /**
   * Every work centre that a search finds, page by page. Throws WaypostError for an answer that is no page,
   * CatalogueChanged where the network changed between two pages, and RangeError for a page that is empty too early.
   */
  workCentres(search?: WorkCentreSearch, iteration?: Iteration): AsyncGenerator<WorkCentre, void, undefined>;
  /** Every operational capability, in the same way. */
  capabilities(iteration?: Iteration): AsyncGenerator<OperationalCapability, void, undefined>;
}

/** What a header may carry and a key consists of. Another text would be shown by the platform's complaint about it. */
const keyPattern = /^[\x21-\x7e]+$/;

/**
 * A client of Waypost's services. Requests are sent again where that may help (see RetrySettings), and redirects are not
 * followed, as they lead to other hosts. Throws TypeError for what cannot be a key.
 */
export const createWaypostClient = ({
  baseUrl,
  key,
  fetch,
  retries,
}: WaypostClientSettings): WaypostClient => {
  if (!keyPattern.test(key)) throw new TypeError('the key must be visible ASCII characters');
  const send: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  const settings = {
    fetch: retryingFetch(send, { ...usualRetries, ...retries }),
    headers: { 'AUTH-KEY': key },
    querySerializer: queryText,
    redirect: 'manual',
  } as const;
  const root = baseUrl.replace(/\/+$/, '');
  const billManagement = createClient<BillManagementPaths>({
    ...settings,
    baseUrl: `${root}/bill-management-api/v1`,
  });
  const locationsV2 = createClient<LocationsV2Paths>({ ...settings, baseUrl: `${root}/locations/v2` });
  const locationsV3 = createClient<LocationsV3Paths>({ ...settings, baseUrl: `${root}/locations/v3` });

  return {
    billManagement,
    locationsV2,
    locationsV3,
    workCentres: (search = {}, { pageSize = 100, signal } = {}) =>
      itemsOfPages(async (page) => {
        const result = await locationsV3.GET('/workcentres', {
          params: { query: { ...search, ...page } },
          signal,
        });
        const { pagination, workcentres } = bodyOf(result);
        return { items: workcentres, total: pagination.total, version: versionOf(result.response) };
      }, pageSize),
    capabilities: ({ pageSize = 200, signal } = {}) =>
      itemsOfPages(async (page) => {
        const result = await locationsV3.GET('/operational-capabilities', {
          params: { query: page },
          signal,
        });
        const { pagination, operational_capabilities: items } = bodyOf(result);
        return { items, total: pagination.total, version: versionOf(result.response) };
      }, pageSize),
  };
};
