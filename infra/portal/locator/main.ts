import { apiOrigin, readPortalKey, readPortalSettings } from '../browser/portal-settings.ts';
import { theVisitorsKey } from '../browser/the-visitors-key.ts';
import type { VisitorKey } from '../browser/visitor-key.ts';
import { locationsOverClient } from './api/locations-over-client.ts';
import { networkMap } from './map/network-map.ts';
import { followResultsOnMap } from './map/result-markers.ts';
import { findWorkCentres } from './search/find-work-centres.ts';
import { noSearch } from './search/search.ts';
import { followAddress } from './state/address.ts';
import { keepCurrent } from './state/keep-current.ts';
import type { LocatorState } from './state/locator-state.ts';
import { createSearches } from './state/searches.ts';
import { createStore } from './state/store.ts';
import { onPage } from './view/element.ts';
import { followResults } from './view/results-view.ts';
import { connectSearchForm } from './view/search-form.ts';
import { followSummary } from './view/summary-view.ts';
import { waysOut } from './view/ways-out.ts';

/** The program of the locator. */
const start = async (): Promise<void> => {
  const settings = await readPortalSettings();
  const baseUrl = apiOrigin(settings);
  const ofPortal = await readPortalKey();
  const key: VisitorKey = { ...theVisitorsKey, read: () => theVisitorsKey.read() ?? ofPortal };
  const api = locationsOverClient({ baseUrl, key: key.read });
  const store = createStore<LocatorState>({
    search: noSearch,
    isSearching: false,
    capabilities: [],
    now: new Date(),
  });
  const searches = createSearches(store, findWorkCentres(api));

  connectSearchForm(store, searches);
  followSummary(
    {
      summary: onPage('summary', HTMLElement),
      advice: onPage('advice', HTMLElement),
      more: onPage('more', HTMLButtonElement),
    },
    store,
    waysOut(store, searches),
  );
  followResults(onPage('results', HTMLOListElement), store, {
    baseUrl,
    workCentreJson: api.workCentreJson,
  });
  onPage('more', HTMLButtonElement).addEventListener('click', searches.more);
  const map = networkMap(onPage('map', HTMLElement), {
    tiles: settings.tiles,
    onPoint: (point) => searches.look({ where: { by: 'point', point } }),
  });
  followResultsOnMap(map, store);
  keepCurrent({ store, searches, api, key });
  followAddress(store, searches);
  for (const button of onPage('search', HTMLFormElement).querySelectorAll('button')) button.disabled = false;
};

start().catch((error: unknown) => {
  console.error(error);
  onPage('summary', HTMLElement).textContent = '';
  const advice = onPage('advice', HTMLElement);
  advice.textContent =
    'The locator cannot start: its settings cannot be read. Load the page anew in a little while.';
  advice.hidden = false;
});
