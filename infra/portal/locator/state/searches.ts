import type { ShownWorkCentre } from '../api/answers.ts';
import { type Failure, SearchFailed } from '../api/search-failed.ts';
import type { FindWorkCentres } from '../search/find-work-centres.ts';
import type { Search, Where } from '../search/search.ts';
import type { LocatorStore } from './locator-state.ts';

/** Makes searches, one at a time. */
export interface Searches {
  /** Looks for something else, at once. Whoever asks again before the answer gets the later one alone. */
  readonly look: (changes: Partial<Search>) => void;
  /** The same a moment later: several boxes may be ticked one after the other. */
  readonly lookSoon: (changes: Partial<Search>) => void;
  /** Asks the same once more. */
  readonly again: () => void;
  /** Adds the next page to what was found. */
  readonly more: () => void;
}

/** How long further changes of the filters are waited for. */
const patienceMilliseconds = 200;

/** How long an answer is waited for: a second longer than API Gateway waits for one. */
const longestSearchMilliseconds = 30_000;

const isAsked = (search: Search): search is Search & { readonly where: Where } => search.where !== undefined;

const codeOf = (where: Where): string | undefined => (where.by === 'code' ? where.code : undefined);

const failureOf = (error: unknown): Failure => {
  if (error instanceof SearchFailed) return error.failure;
  console.error(error);
  return { kind: 'unreadable' };
};

/** A place that a publication between two pages has moved on to the later one is shown where it was. */
const withoutRepeats = (workCentres: readonly ShownWorkCentre[]): readonly ShownWorkCentre[] => [
  ...new Map(workCentres.map((workCentre) => [workCentre.id, workCentre])).values(),
];

/** Does what takes a signal. Its signal aborts with the given one, and as "unreachable" where it takes too long. */
const inTime = async <T>(act: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new SearchFailed({ kind: 'unreachable' })),
    longestSearchMilliseconds,
  );
  try {
    return await act(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
};

/** Has the store say what is looked for from now on. */
const change = (store: LocatorStore, changes: Partial<Search>): void => {
  const { search, selected } = store.get();
  const { where } = changes;
  store.set({
    search: { ...search, ...changes },
    // Elsewhere another place is open: the one that is asked for by its code, or none.
    selected: where ? codeOf(where) : selected,
  });
};

/** Searches whose state and results are the store's. */
export const createSearches = (store: LocatorStore, find: FindWorkCentres): Searches => {
  let underWay = new AbortController();
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const begin = (): AbortSignal => {
    clearTimeout(waiting);
    underWay.abort();
    underWay = new AbortController();
    return underWay.signal;
  };

  const run = async (offset: number): Promise<void> => {
    const signal = begin();
    const { search, found } = store.get();
    if (!isAsked(search)) {
      store.set({ isSearching: false, found: undefined, failure: undefined });
      return;
    }
    store.set({ isSearching: true, failure: undefined });
    try {
      const page = await inTime((either) => find(search, offset, either), signal);
      if (signal.aborted) return;
      const earlier = offset > 0 && found ? found : undefined;
      store.set({
        isSearching: false,
        found: {
          ...page,
          search,
          workCentres: withoutRepeats([...(earlier?.workCentres ?? []), ...page.workCentres]),
          answeredAt: earlier?.answeredAt ?? new Date(),
        },
      });
    } catch (error) {
      if (!signal.aborted) store.set({ isSearching: false, failure: failureOf(error) });
    }
  };

  return {
    look: (changes) => {
      change(store, changes);
      void run(0);
    },
    lookSoon: (changes) => {
      change(store, changes);
      clearTimeout(waiting);
      waiting = setTimeout(() => void run(0), patienceMilliseconds);
    },
    again: () => void run(0),
    more: () => {
      const { search, found } = store.get();
      // What is shown may be of the search before: then there is nothing to add to.
      void run(found?.search === search ? found.workCentres.length : 0);
    },
  };
};
