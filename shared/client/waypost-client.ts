import createClient, { type Client } from 'openapi-fetch';
import type { paths as BillManagementPaths } from './generated/bill-management.ts';
import type { paths as LocationsV2Paths } from './generated/locations-v2.ts';
import type { paths as LocationsV3Paths } from './generated/locations-v3.ts';
import { iteratePages, versionOf } from './pages.ts';
import { defaultRetries, type Fetch, type RetrySettings, retryingFetch } from './retrying-fetch.ts';
import { bodyOf } from './waypost-error.ts';

/** Settings of a client. */
export interface WaypostClientSettings {
  /** Base URL of the API, such as `https://api.example/prod`. If empty, the host of the page. */
  readonly baseUrl: string;
  /** API key, sent in the `AUTH-KEY` header and only to `baseUrl`. */
  readonly key: string;
  /** Defaults to the platform's `fetch`. */
  readonly fetch?: Fetch;
  readonly retries?: Partial<RetrySettings>;
}

type List<Path extends '/workcentres' | '/operational-capabilities'> = LocationsV3Paths[Path]['get'];
type BodyOf<Operation extends List<'/workcentres'> | List<'/operational-capabilities'>> =
  Operation['responses'][200]['content']['application/json'];

/** Filters and search point of a search for work centres, without paging. */
export type WorkCentreSearch = Omit<
  NonNullable<List<'/workcentres'>['parameters']['query']>,
  'offset' | 'size'
>;
export type WorkCentre = BodyOf<List<'/workcentres'>>['workcentres'][number];
export type OperationalCapability = BodyOf<
  List<'/operational-capabilities'>
>['operational_capabilities'][number];

/** Options for iterating over a list. */
export interface Iteration {
  /** Number of items in each request. Defaults to the service's maximum. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

/** The three services, each with its operations by path, and iterators over whole lists. */
export interface WaypostClient {
  readonly billManagement: Client<BillManagementPaths>;
  readonly locationsV2: Client<LocationsV2Paths>;
  readonly locationsV3: Client<LocationsV3Paths>;
  /**
   * Iterates over all work centres that match a search. Throws WaypostError for an error response, CatalogueChanged if
   * the network changed between two pages, and RangeError if a page before the end is empty.
   */
  workCentres(search?: WorkCentreSearch, iteration?: Iteration): AsyncGenerator<WorkCentre, void, undefined>;
  /** Iterates over all operational capabilities; throws the same errors as `workCentres`. */
  capabilities(iteration?: Iteration): AsyncGenerator<OperationalCapability, void, undefined>;
}

/** Characters that a key may have. For any others, the platform's error about the header would show the key. */
const keyPattern = /^[\x21-\x7e]+$/;

/**
 * Creates a client for Waypost's services. Requests are retried (see RetrySettings). Redirects are not followed,
 * because they lead to other hosts. Throws TypeError for an invalid key.
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
    fetch: retryingFetch(send, { ...defaultRetries, ...retries }),
    headers: { 'AUTH-KEY': key },
    querySerializer: toQueryString,
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
      iteratePages(async (page) => {
        const result = await locationsV3.GET('/workcentres', {
          params: { query: { ...search, ...page } },
          signal,
        });
        const { pagination, workcentres } = bodyOf(result);
        return { items: workcentres, total: pagination.total, version: versionOf(result.response) };
      }, pageSize),
    capabilities: ({ pageSize = 200, signal } = {}) =>
      iteratePages(async (page) => {
        const result = await locationsV3.GET('/operational-capabilities', {
          params: { query: page },
          signal,
        });
        const { pagination, operational_capabilities: items } = bodyOf(result);
        return { items, total: pagination.total, version: versionOf(result.response) };
      }, pageSize),
  };
};

/** Builds a query string in which arrays repeat their parameter. Omits undefined, null and empty arrays. */
const toQueryString = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value ?? []].flat().map((item) => [name, item]))
    .map((pair) => pair.map((text) => encodeURIComponent(String(text))).join('='))
    .join('&');
