import { fragmentOf, searchInFragment } from '../search/search-in-address.ts';
import type { LocatorStore } from './locator-state.ts';
import type { Searches } from './searches.ts';

/**
 * Keeps the page's address as the search is, so that it can be shared, and the search as the address is when somebody
 * goes back. Another place to look around is a step of its own in the history; filters and the open place are not.
 */
export const followAddress = (store: LocatorStore, searches: Searches): void => {
  let isReading = false;
  const lookAsAddressSays = () => {
    isReading = true;
    const { search, selected } = searchInFragment(location.hash);
    searches.look(search);
    if (selected !== undefined) store.set({ selected });
    isReading = false;
  };

  store.follow((state, before) => {
    if (isReading || (state.search === before.search && state.selected === before.selected)) return;
    const fragment = fragmentOf(state);
    if (fragment === location.hash) return;
    const address = `${location.pathname}${fragment}`;
    if (state.search.where === before.search.where) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  });
  window.addEventListener('popstate', lookAsAddressSays);
  lookAsAddressSays();
};
