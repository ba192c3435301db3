import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchFailed } from '../../../../infra/portal/locator/api/search-failed.ts';
import type {
  FindWorkCentres,
  FoundPage,
} from '../../../../infra/portal/locator/search/find-work-centres.ts';
import { noSearch, type Search, type Where } from '../../../../infra/portal/locator/search/search.ts';
import type { LocatorState } from '../../../../infra/portal/locator/state/locator-state.ts';
import { createSearches } from '../../../../infra/portal/locator/state/searches.ts';
import { createStore } from '../../../../infra/portal/locator/state/store.ts';

const nothing: FoundPage = { strays: [], total: 0, workCentres: [] };

interface PendingSearch {
  readonly search: Search;
  readonly offset: number;
  readonly signal: AbortSignal;
  readonly resolve: (page: Partial<FoundPage>) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

/** Creates searches whose results the test provides in any order. */
const searchesUnderTest = () => {
  const pending: PendingSearch[] = [];
  const find: FindWorkCentres = (search, offset, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<FoundPage>();
    const settled = async () => {
      await promise.catch(() => undefined);
      await Promise.resolve();
    };
    pending.push({
      search,
      offset,
      signal,
      resolve: (page) => {
        resolve({ ...nothing, ...page });
        return settled();
      },
      fail: (error) => {
        reject(error);
        return settled();
      },
    });
    return promise;
  };
  const store = createStore<LocatorState>({
    search: noSearch,
    isSearching: false,
    capabilities: [],
    now: new Date(0),
  });
  return { pending, store, searches: createSearches(store, find) };
};

const postcode = (text: string): Where => ({ by: 'postcode', postcode: text });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('searches', () => {
  it('show the result of the last search even if earlier ones arrive later', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.look({ where: postcode('2000') });
    expect(pending.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await pending[1]?.resolve({ total: 2 });
    await pending[0]?.resolve({ total: 3 });
    expect(store.get().found).toMatchObject({ total: 2, search: { where: postcode('2000') } });
    expect(store.get().isSearching).toBe(false);
  });

  it('are debounced while several boxes are ticked', () => {
    const { pending, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.lookSoon({ types: ['PO'] });
    searches.lookSoon({ types: ['PO', 'DC'] });
    expect(pending).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(pending.map(({ search }) => search.types)).toEqual([[], ['PO', 'DC']]);
  });

  it('send one request if a search starts while a box is debounced', () => {
    const { pending, searches } = searchesUnderTest();
    searches.lookSoon({ types: ['PO'] });
    searches.look({ where: postcode('3000') });
    vi.advanceTimersByTime(1_000);
    expect(pending.map(({ search }) => [search.where, search.types])).toEqual([[postcode('3000'), ['PO']]]);
  });

  it('send no request without a place', () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ types: ['PO'] });
    expect(pending).toHaveLength(0);
    expect(store.get()).toMatchObject({ isSearching: false, search: { types: ['PO'] } });
  });

  it('keep showing the previous results during a search and after it fails', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await pending[0]?.resolve({ total: 3 });
    searches.look({ where: postcode('2000') });
    expect(store.get()).toMatchObject({ isSearching: true, found: { total: 3 } });
    await pending[1]?.fail(new SearchFailed({ kind: 'not served' }));
    expect(store.get()).toMatchObject({ isSearching: false, failure: { kind: 'not served' } });
    searches.again();
    expect(store.get().failure).toBeUndefined();
    await pending[2]?.resolve({ total: 4 });
    expect(store.get()).toMatchObject({ found: { total: 4 }, search: { where: postcode('2000') } });
  });

  it('report the API as unreachable after 30 seconds', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(store.get()).toMatchObject({ isSearching: true, failure: undefined });
    await vi.advanceTimersByTimeAsync(1);
    expect(pending[0]?.signal.aborted).toBe(true);
    await pending[0]?.fail(pending[0].signal.reason);
    expect(store.get()).toMatchObject({ isSearching: false, failure: { kind: 'unreachable' } });
  });

  it('have separate timeouts that end with the response', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await vi.advanceTimersByTimeAsync(20_000);
    searches.look({ where: postcode('2000') });
    await vi.advanceTimersByTimeAsync(20_000);
    await pending[1]?.resolve({ total: 2 });
    expect(vi.getTimerCount()).toBe(0);
    expect(store.get()).toMatchObject({ isSearching: false, failure: undefined, found: { total: 2 } });
  });

  it('ignore the failure of an outdated search', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.look({ where: postcode('2000') });
    await pending[0]?.fail(new SearchFailed({ kind: 'unreachable' }));
    expect(store.get()).toMatchObject({ isSearching: true, failure: undefined });
  });
});

const workCentre = (id: string): FoundPage['workCentres'][number] => ({
  id,
  type: 'PO',
  attributes: { business_name: id, work_centre_id: '1', org_unit_type_description: 'Post Office' },
  location: { attributes: { lat: 0, lon: 0, distance: 0 }, addresses: [] },
});

describe('more results', () => {
  it('are appended', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await pending[0]?.resolve({ total: 3, workCentres: [workCentre('A'), workCentre('B')] });
    searches.more();
    expect(pending[1]?.offset).toBe(2);
    await pending[1]?.resolve({ total: 3, workCentres: [workCentre('C')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('show a place once if a publication moves it to the next page', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await pending[0]?.resolve({ total: 4, workCentres: [workCentre('A'), workCentre('B')] });
    searches.more();
    await pending[1]?.resolve({ total: 4, workCentres: [workCentre('B'), workCentre('C')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('are not appended to the results of another search', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await pending[0]?.resolve({ total: 2, workCentres: [workCentre('A')] });
    searches.lookSoon({ types: ['DC'] });
    searches.more();
    expect(pending[1]).toMatchObject({ offset: 0, search: { types: ['DC'] } });
    await pending[1]?.resolve({ total: 1, workCentres: [workCentre('D')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['D']);
  });

  it('are discarded by another search', async () => {
    const { pending, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await pending[0]?.resolve({ total: 2, workCentres: [workCentre('A')] });
    searches.more();
    searches.look({ types: ['DC'] });
    await pending[2]?.resolve({ total: 1, workCentres: [workCentre('D')] });
    await pending[1]?.resolve({ total: 2, workCentres: [workCentre('B')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['D']);
  });
});
