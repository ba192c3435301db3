import { radiiKm } from '../search/search.ts';
import type { LocatorStore } from '../state/locator-state.ts';
import type { Searches } from '../state/searches.ts';
import type { WaysOut } from './summary-view.ts';

/** What each way out does. */
export const waysOut = (store: LocatorStore, searches: Searches): WaysOut => ({
  'enter key': () => document.querySelector<HTMLButtonElement>('[data-key-button]')?.click(),
  'try again': searches.again,
  'clear filters': () => searches.look({ types: [], service: undefined }),
  'look further': () => {
    const { radiusKm } = store.get().search;
    searches.look({ radiusKm: radiiKm.find((radius) => radius > radiusKm) ?? radiusKm });
  },
  'look around': () => {
    const centre = store.get().found?.centre;
    if (centre) searches.look({ where: { by: 'point', point: centre } });
  },
});
