import { fragmentOf, searchInFragment } from '../search/search-in-address.ts';
import type { LocatorStore } from './locator-state.ts';
import type { Searches } from './searches.ts';

/**
 * Keeps the page's address as the search is, so that it can be shared, and the search as the address is when somebody
 * goes back. Another place to look around is a step of its own in the history; filters and the open place are not.
 */
export const followAddress = (store: LocatorStore, searches: Searches, types: readonly string[]): void => {
  const lookAsAddressSays = () => {
    const { search, selected } = searchInFragment(location.hash, types);
    store.set({ selected });
    searches.look(search);
  };

  window.addEventListener('popstate', lookAsAddressSays);
  lookAsAddressSays();
  store.follow((state, before) => {
    if (state.search === before.search && state.selected === before.selected) return;
    const fragment = fragmentOf(state);
    if (fragment === location.hash) return;
    const address = `${location.pathname}${fragment}`;
    if (state.search.where === before.search.where) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  });
};
