import createClient, { type Client } from 'openapi-fetch';
import type { paths as BillManagementPaths } from './generated/bill-management.ts';
import type { paths as LocationsV2Paths } from './generated/locations-v2.ts';
import type { components, paths as LocationsV3Paths } from './generated/locations-v3.ts';
import { iteratePages, versionOf } from './pages.ts';
import { defaultRetries, type Fetch, type RetrySettings, retryingFetch } from './retrying-fetch.ts';
import { bodyOf } from './waypost-error.ts';

export interface WaypostClientSettings {
  /** Base URL of the API, such as `https://api.example/prod`. If empty, requests are sent to the host of the page. */
  readonly baseUrl: string;
  /** API key, sent in the `AUTH-KEY` header and only to `baseUrl`. */
  readonly key: string;
  /** Sends the requests. Defaults to the platform's `fetch`. */
  readonly fetch?: Fetch;
  readonly retries?: Partial<RetrySettings>;
}

type List<Path extends '/workcentres' | '/operational-capabilities'> = LocationsV3Paths[Path]['get'];
type Schemas = components['schemas'];

/** Filters and search point of a search for work centres, without paging and `fields`. */
export type WorkCentreSearch = Omit<
  NonNullable<List<'/workcentres'>['parameters']['query']>,
  'offset' | 'size' | 'fields'
>;
export type WorkCentre = Schemas['WorkCentre'];
/** A work centre with the members that `fields` selects. */
export type SparseWorkCentre = Schemas['SparseWorkCentre'];
export type OperationalCapability = Schemas['OperationalCapabilityItem'];

type Replace<T, Members> = Omit<T, keyof Members> & Members;
type PathWithFields = '/workcentres' | '/workcentres/{id}';
type GetOf<Path extends PathWithFields> = LocationsV3Paths[Path]['get'];

/** A path whose query has `fields` of this type, and whose response then has this body. */
type WithFields<Path extends PathWithFields, Fields, Body> = Replace<
  LocationsV3Paths[Path],
  {
    get: Replace<
      GetOf<Path>,
      {
        parameters: Replace<
          GetOf<Path>['parameters'],
          { query?: Replace<NonNullable<GetOf<Path>['parameters']['query']>, Fields> }
        >;
        responses: Replace<
          GetOf<Path>['responses'],
          { 200: Replace<GetOf<Path>['responses'][200], { content: { 'application/json': Body } }> }
        >;
      }
    >;
  }
>;

type WholePaths = Replace<
  LocationsV3Paths,
  {
    '/workcentres': WithFields<
      '/workcentres',
      { fields?: undefined },
      // With `near`, whole responses have the search point too.
      Schemas['WorkCentresResponse'] & Pick<Schemas['SparseWorkCentresResponse'], 'search_point'>
    >;
    '/workcentres/{id}': WithFields<
      '/workcentres/{id}',
      { fields?: undefined },
      Schemas['WorkCentreResponse']
    >;
  }
>;
type SparsePaths = {
  '/workcentres': WithFields<'/workcentres', { fields: string }, Schemas['SparseWorkCentresResponse']>;
  '/workcentres/{id}': WithFields<
    '/workcentres/{id}',
    { fields: string },
    Schemas['SparseWorkCentreResponse']
  >;
};

/** Locations v3. The type of a work centre in a response depends on whether the request has `fields`. */
export interface LocationsV3Client extends Client<WholePaths> {
  GET: Client<WholePaths>['GET'] & Client<SparsePaths>['GET'];
}

export interface Iteration {
  /** Number of items in each request. Defaults to the service's maximum for whole items and this kind of key. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

interface SearchWorkCentres {
  (
    search: WorkCentreSearch & { fields: string },
    iteration?: Iteration,
  ): AsyncGenerator<SparseWorkCentre, void, undefined>;
  (search?: WorkCentreSearch, iteration?: Iteration): AsyncGenerator<WorkCentre, void, undefined>;
}

/** The three services, each with its operations by path, and iterators over whole lists. */
export interface WaypostClient {
  readonly billManagement: Client<BillManagementPaths>;
  readonly locationsV2: Client<LocationsV2Paths>;
  readonly locationsV3: LocationsV3Client;
  /**
   * Iterates over all work centres that match a search. With `fields`, they have only the members that it selects.
   * Throws WaypostError for an error response, CatalogueChanged if the network changed between two pages, and
   * RangeError if a page before the end is empty. With `open_at: 'now'`, each page has its own time, so items are
   * skipped or repeated if work centres close or open between two pages. To avoid this, give a fixed time. With
   * `accepting`, the same happens if reports change between two pages. For a complete list, request
   * `fields: 'availability'` without `accepting`, and filter the items.
   */
  workCentres: SearchWorkCentres;
  /** Iterates over all operational capabilities; throws the same errors as `workCentres`. */
  capabilities(iteration?: Iteration): AsyncGenerator<OperationalCapability, void, undefined>;
}

/** Characters allowed in a key. For any other character, the platform's header error would contain the key. */
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
  if (!keyPattern.test(key)) throw new TypeError('the key must consist of visible ASCII characters');
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
  const locationsV3 = createClient<LocationsV3Paths, 'application/json'>({
    ...settings,
    baseUrl: `${root}/locations/v3`,
  });

  const workCentres = (
    search: WorkCentreSearch & { fields?: string } = {},
    { pageSize = key.startsWith('wp_web_') ? 20 : 100, signal }: Iteration = {},
  ) =>
    iteratePages(async (page) => {
      const result = await locationsV3.GET('/workcentres', {
        params: { query: { ...search, ...page } },
        signal,
      });
      const { pagination, workcentres } = bodyOf(result);
      return { items: workcentres, total: pagination.total, version: versionOf(result.response) };
    }, pageSize);

  return {
    billManagement,
    locationsV2,
    locationsV3,
    // The type of the items depends on `fields`, which the type of this function cannot express.
    workCentres: workCentres as SearchWorkCentres,
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

/** Builds a query string. Arrays repeat their parameter for each item. Omits undefined, null and empty arrays. */
const toQueryString = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value ?? []].flat().map((item) => [name, item]))
    .map((pair) => pair.map((text) => encodeURIComponent(String(text))).join('='))
    .join('&');
