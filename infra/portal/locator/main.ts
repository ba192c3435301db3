import { lazy } from '../../../shared/domain/lazy.ts';
import { onPage, successiveSignals } from '../browser/dom.ts';
import { readPortalSettings } from '../browser/portal-settings.ts';
import { html } from '../layout/html.ts';
import { connectHost } from '../picker/host.ts';
import { connectFilters } from './filter-bar.ts';
import { createGazetteer, whereOutlet, whereSuburb } from './gazetteer.ts';
import { addressOf, createLocationsApi, type LocationsApi, loadNetwork, maxPlaces } from './locations-api.ts';
import {
  createStore,
  differ,
  type LocatorState,
  type LocatorStore,
  maxFactsAge,
  pageSize,
  shownPlaces,
} from './locator-state.ts';
import { connectMap } from './map.ts';
import { type Where, wherePoint } from './network.ts';
import { formatPageAddress, readPageAddress } from './page-address.ts';
import { connectDetails } from './place-details.ts';
import { connectResults } from './results.ts';
import { connectSearchBox } from './search-box.ts';

const start = async (): Promise<void> => {
  const api = createLocationsApi();
  const store = createStore();
  const gazetteer = lazy(() => createGazetteer(store.get().network?.places ?? []));
  // Before anything that may fail, so that visitors can always cancel.
  const host = connectHost(store, api);
  const { basemap } = await readPortalSettings();

  /** The problem of a failed load. Shown with any other problem, so that visitors can always try again. */
  let loadProblem: LocatorState['problem'];
  const fail = (text: string) =>
    store.set({ problem: loadProblem ? { ...loadProblem, text: `${text} ${loadProblem.text}` } : { text } });
  const search = (where: Where) => {
    const selected = where.place?.id;
    store.set({ where, selected, limit: pageSize, problem: loadProblem });
    // Screen readers continue reading at the heading.
    if (selected === undefined) onPage('results-heading', HTMLElement).focus({ preventScroll: true });
  };

  // Before the map, which leaves room for the sheet.
  store.follow(['where', 'selected'], ({ where, selected }, previous) => {
    if ((where && where !== previous.where) || (selected && selected !== previous.selected)) showSheet();
  });
  connectMap(store, basemap, search);
  connectFilters(store);
  connectResults(store, host?.choose);
  connectDetails(store, { load: api.place, needs: host?.needs ?? {}, choose: host?.choose });
  connectSearchBox(store, {
    suggest: (text) => (store.get().network ? gazetteer().suggest(text) : []),
    suggestMore: (text, signal) => suggestMore(store, api, text, signal),
    onChoose: search,
    onNothing: (text) =>
      fail(`Nothing was found for “${text}”. Check the spelling, or search for a suburb or a postcode.`),
  });
  onPage('own-position', HTMLElement).addEventListener('click', () => searchOwnPosition(search, fail));
  connectSkipLinks();
  showProblems(store);
  keepFacts(store, api);

  const loaded = Promise.withResolvers<void>();
  const nextAddress = successiveSignals();
  let isFollowing = false;
  const follow = (changes: Partial<LocatorState>) => {
    isFollowing = true;
    try {
      store.set(changes);
    } finally {
      isFollowing = false;
    }
  };
  /**
   * Shows the filters of the page's address, and its search as soon as the places are loaded, unless the visitor does
   * something else in the meantime.
   */
  const followAddress = async (): Promise<void> => {
    const signal = nextAddress();
    const { near, where: given, filters, place } = readPageAddress(location);
    follow({ filters });
    const before = store.get();
    await loaded.promise;
    const named = near
      ? (gazetteer().resolve(near) ?? (await suggestMore(store, api, near, signal))[0])
      : undefined;
    const { where: shown, selected, filters: chosen } = store.get();
    const isFiltered = chosen !== before.filters;
    if (signal.aborted || shown !== before.where || selected !== before.selected) return;
    // Filters chosen while nothing is shown yet apply to the search of the address. Otherwise, the visitor's choice wins.
    if (shown && isFiltered) return;
    const opened = store.place(place);
    const where = named ?? given ?? (opened && whereOutlet(opened));
    // A search that is shown already keeps its results, for example when a visitor goes back from a place.
    const isShown = formatPageAddress(where, filters) === formatPageAddress(shown, filters);
    const changes = { selected: opened?.id, ...(!isShown && { where, limit: pageSize }) };
    if (isFiltered) store.set(changes);
    else follow(changes);
    if (near && !named) fail(`Nothing was found for “${near}”.`);
    if (place && !opened) fail('This place is no longer in the network.');
  };
  const load = async (): Promise<void> => {
    loadProblem = undefined;
    store.set({ problem: undefined });
    try {
      const network = await loadNetwork(AbortSignal.timeout(60_000));
      store.set({ network, now: Date.now() });
      loaded.resolve();
    } catch (error) {
      console.warn(error);
      loadProblem = { text: 'The places could not be loaded.', retry: () => void load() };
      store.set({ problem: loadProblem });
    }
  };

  // In the background, a page requests nothing.
  const tick = () => document.hidden || store.set({ now: Date.now() });
  setInterval(tick, 60_000);
  document.addEventListener('visibilitychange', tick);
  if (!host) {
    window.addEventListener('popstate', () => void followAddress());
    store.follow(['where', 'filters', 'selected'], (...states) => isFollowing || writeAddress(...states));
  }
  void load();
  await followAddress();
  if (host && !host.choose)
    fail('To choose a place, open this page in a frame on the website given in “origin”.');
};

/** Scrolls the list to the top and, on phones, raises the sheet to half the height of the page. */
const showSheet = (): void => {
  const sheet = onPage('sheet', HTMLElement);
  const page = sheet.parentElement;
  sheet.scrollTop = 0;
  page?.scrollTo(0, sheet.offsetTop - 0.48 * page.clientHeight);
};

/** Makes the skip links move only the focus, because the address's fragment may contain the search. */
const connectSkipLinks = (): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.skip-link'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const target = link.matches('.skip-map') ? '#sheet > :not([hidden]) h2' : link.hash;
      document.querySelector<HTMLElement>(target)?.focus();
    });
};

/**
 * Requests more suggestions from the API: suburbs without places in the network or, if none match, addresses. Returns
 * none if the request fails.
 */
const suggestMore = async (
  store: LocatorStore,
  api: LocationsApi,
  text: string,
  signal: AbortSignal,
): Promise<readonly Where[]> => {
  try {
    const suburbs = await api.places(text, signal);
    if (suburbs.length > 0) return suburbs.map(whereSuburb);
    const found = await api.search(text, signal);
    return found.flatMap((facts) => {
      const place = store.place(facts.id);
      return place ? [whereOutlet(place, addressOf(facts))] : [];
    });
  } catch {
    return [];
  }
};

const positionFaults: Readonly<Record<number, string>> = {
  1: 'Location access is blocked. Allow it in your browser, or search for a suburb or postcode.',
  3: 'Finding your location took too long. Try again, or search for a suburb or postcode.',
};

const searchOwnPosition = (search: (where: Where) => void, fail: (text: string) => void): void => {
  const unknown = 'Your location could not be determined. Search for a suburb or postcode.';
  if (!('geolocation' in navigator)) fail(unknown);
  else
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => search(wherePoint({ lat, lon }, 'your location')),
      ({ code }) => fail(positionFaults[code] ?? unknown),
      { timeout: 10_000, maximumAge: 60_000 },
    );
};

const showProblems = (store: LocatorStore): void => {
  const place = onPage('problem', HTMLElement);
  place.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) store.get().problem?.retry?.();
  });
  store.follow(['problem'], ({ problem }) => {
    place.hidden = !problem;
    const retry = problem?.retry && html` <button type="button" class="chip">Try again</button>`;
    place.innerHTML = html`${problem?.text}${retry}`.text;
  });
};

/** How long the list must stay the same before its addresses are requested, in milliseconds. */
const quiet = 250;

/** Requests facts about the listed places that have none yet, or old ones. Until they arrive, suburbs are shown. */
const keepFacts = (store: LocatorStore, api: LocationsApi): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const nextSignal = successiveSignals();
  const load = async () => {
    const { facts } = store.get();
    const oldest = Date.now() - maxFactsAge;
    const missing = shownPlaces(store.get())
      .map(({ id }) => id)
      .filter((id) => (facts.get(id)?.loadedAt ?? 0) <= oldest);
    if (missing.length === 0) return;
    const signal = nextSignal();
    // After an outage, more may be missing than a request can contain.
    for (let start = 0; start < missing.length; start += maxPlaces)
      store.addFacts(await api.facts(missing.slice(start, start + maxPlaces), signal));
  };
  store.follow(['found', 'limit', 'now'], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load().catch(() => undefined), quiet);
  });
};

/** Writes the visitor's choices into the page's address. */
const writeAddress = (state: LocatorState, previous: LocatorState): void => {
  const { where, filters, selected } = state;
  const address = `${location.pathname}${formatPageAddress(where, filters, selected)}`;
  if (differ(state, previous, ['where', 'selected'])) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
};

start().catch((error: unknown) => {
  console.error(error);
  const problem = onPage('problem', HTMLElement);
  problem.hidden = false;
  problem.textContent = 'The locator could not start. Wait a moment, then reload the page.';
});
