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

interface Asked {
  readonly search: Search;
  readonly offset: number;
  readonly signal: AbortSignal;
  readonly answer: (page: Partial<FoundPage>) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

/** Searches whose answers the test gives, in the order that it likes. */
const searchesUnderTest = () => {
  const asked: Asked[] = [];
  const find: FindWorkCentres = (search, offset, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<FoundPage>();
    const settled = async () => {
      await promise.catch(() => undefined);
      await Promise.resolve();
    };
    asked.push({
      search,
      offset,
      signal,
      answer: (page) => {
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
  return { asked, store, searches: createSearches(store, find) };
};

const postcode = (text: string): Where => ({ by: 'postcode', postcode: text });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('searches', () => {
  it('show the answer to the last question, however late the former ones come', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.look({ where: postcode('2000') });
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await asked[1]?.answer({ total: 2 });
    await asked[0]?.answer({ total: 3 });
    expect(store.get().found).toMatchObject({ total: 2, search: { where: postcode('2000') } });
    expect(store.get().isSearching).toBe(false);
  });

  it('wait until the last of several boxes is ticked', () => {
    const { asked, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.lookSoon({ types: ['PO'] });
    searches.lookSoon({ types: ['PO', 'DC'] });
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(asked.map(({ search }) => search.types)).toEqual([[], ['PO', 'DC']]);
  });

  it('ask once where something is looked for while a box is waited for', () => {
    const { asked, searches } = searchesUnderTest();
    searches.lookSoon({ types: ['PO'] });
    searches.look({ where: postcode('3000') });
    vi.advanceTimersByTime(1_000);
    expect(asked.map(({ search }) => [search.where, search.types])).toEqual([[postcode('3000'), ['PO']]]);
  });

  it('ask nothing before there is a place to look around', () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ types: ['PO'] });
    expect(asked).toHaveLength(0);
    expect(store.get()).toMatchObject({ isSearching: false, search: { types: ['PO'] } });
  });

  it('keep what was found in sight while the next answer is on its way, and after it failed', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await asked[0]?.answer({ total: 3 });
    searches.look({ where: postcode('2000') });
    expect(store.get()).toMatchObject({ isSearching: true, found: { total: 3 } });
    await asked[1]?.fail(new SearchFailed({ kind: 'not served' }));
    expect(store.get()).toMatchObject({ isSearching: false, failure: { kind: 'not served' } });
    searches.again();
    expect(store.get().failure).toBeUndefined();
    await asked[2]?.answer({ total: 4 });
    expect(store.get()).toMatchObject({ found: { total: 4 }, search: { where: postcode('2000') } });
  });

  it('say after 30 seconds without an answer that the API cannot be reached', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(store.get()).toMatchObject({ isSearching: true, failure: undefined });
    await vi.advanceTimersByTimeAsync(1);
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.fail(asked[0].signal.reason);
    expect(store.get()).toMatchObject({ isSearching: false, failure: { kind: 'unreachable' } });
  });

  it('wait as long for each answer, and for none that has come', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await vi.advanceTimersByTimeAsync(20_000);
    searches.look({ where: postcode('2000') });
    await vi.advanceTimersByTimeAsync(20_000);
    await asked[1]?.answer({ total: 2 });
    expect(vi.getTimerCount()).toBe(0);
    expect(store.get()).toMatchObject({ isSearching: false, failure: undefined, found: { total: 2 } });
  });

  it('say nothing of a failure that nobody waits for any more', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    searches.look({ where: postcode('2000') });
    await asked[0]?.fail(new SearchFailed({ kind: 'unreachable' }));
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
  it('are added behind those that are shown', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await asked[0]?.answer({ total: 3, workCentres: [workCentre('A'), workCentre('B')] });
    searches.more();
    expect(asked[1]?.offset).toBe(2);
    await asked[1]?.answer({ total: 3, workCentres: [workCentre('C')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('show a place once that a publication has moved on to the next page', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await asked[0]?.answer({ total: 4, workCentres: [workCentre('A'), workCentre('B')] });
    searches.more();
    await asked[1]?.answer({ total: 4, workCentres: [workCentre('B'), workCentre('C')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('are never put behind those of another search', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await asked[0]?.answer({ total: 2, workCentres: [workCentre('A')] });
    searches.lookSoon({ types: ['DC'] });
    searches.more();
    expect(asked[1]).toMatchObject({ offset: 0, search: { types: ['DC'] } });
    await asked[1]?.answer({ total: 1, workCentres: [workCentre('D')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['D']);
  });

  it('give way to another search', async () => {
    const { asked, store, searches } = searchesUnderTest();
    searches.look({ where: postcode('3000') });
    await asked[0]?.answer({ total: 2, workCentres: [workCentre('A')] });
    searches.more();
    searches.look({ types: ['DC'] });
    await asked[2]?.answer({ total: 1, workCentres: [workCentre('D')] });
    await asked[1]?.answer({ total: 2, workCentres: [workCentre('B')] });
    expect(store.get().found?.workCentres.map(({ id }) => id)).toEqual(['D']);
  });
});
