import { lazy } from '../../../shared/domain/lazy.ts';
import { onPage } from '../browser/dom.ts';
import { readPortalSettings } from '../browser/portal-settings.ts';
import { html } from '../layout/html.ts';
import { connectHost } from '../picker/host.ts';
import { connectFilters } from './filter-bar.ts';
import { createGazetteer, whereOutlet, whereSuburb } from './gazetteer.ts';
import { addressOf, createLocationsApi, type LocationsApi, loadNetwork, maxPlaces } from './locations-api.ts';
import {
  createStore,
  type LocatorState,
  type LocatorStore,
  maxFactsAge,
  pageSize,
  shownPlaces,
} from './locator-state.ts';
import { connectMap } from './map.ts';
import type { Bounds, Coordinates, Where } from './network.ts';
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
  const settings = await readPortalSettings();

  /** The problem of a failed load. Shown with any other problem, so that visitors can always try again. */
  let loadProblem: LocatorState['problem'];
  const fail = (text: string) =>
    store.set({ problem: loadProblem ? { ...loadProblem, text: `${text} ${loadProblem.text}` } : { text } });
  const search = (where: Where, selected?: string) => {
    store.set({ where, selected, limit: pageSize, problem: loadProblem });
    if (selected === undefined) focusResults();
  };

  // Before the map, which leaves room for the sheet.
  store.follow(({ where, selected }, previous) => {
    const isNew = (where && where !== previous.where) || (selected && selected !== previous.selected);
    if (isNew) showSheet();
  });
  connectMap(store, {
    basemap: settings.basemap,
    onArea: (bounds) => search(whereArea(bounds)),
    onPoint: (point) => search(wherePoint(point, 'this point')),
  });
  connectFilters(store);
  const focusResults = connectResults(store, host?.choose);
  connectDetails(store, { load: api.place, needs: host?.needs ?? {}, choose: host?.choose });
  const showSearch = connectSearchBox({
    suggest: (text) => (store.get().network ? gazetteer().suggest(text) : []),
    suggestMore: (text, signal) => suggestMore(store, api, text, signal),
    onChoose: (where) => search(where, where.place?.id),
    onOwnPosition: () => searchOwnPosition(search, fail),
    onNothing: (text) =>
      fail(`Nothing was found for “${text}”. Check the spelling, or search for a suburb or a postcode.`),
  });
  connectSkipLinks();
  showProblems(store);
  keepFacts(store, api);
  store.follow(({ where }, previous) => {
    if (where !== previous.where) showSearch(where ? boxText(where) : '');
  });

  const loaded = Promise.withResolvers<void>();
  let turn = 0;
  let isFollowing = false;
  /**
   * Shows the search that the page's address contains, as soon as the places are loaded, unless the visitor does
   * something else in the meantime.
   */
  const followAddress = async (): Promise<void> => {
    const ownTurn = ++turn;
    const before = store.get();
    const { near, at, area, filters, place } = readPageAddress(location);
    await loaded.promise;
    const opened = store.place(place);
    const named = near === undefined ? undefined : await whereNamed(near);
    const state = store.get();
    // Filters chosen while nothing is shown yet apply to the search of the address.
    const hasFilters = before.where === undefined && state.filters !== before.filters;
    const chosen = hasFilters ? { ...state, filters: before.filters } : state;
    if (ownTurn !== turn || isAnotherSearch(chosen, before)) return;
    const point = at && wherePoint(at, 'this point');
    const where = named ?? point ?? (area && whereArea(area)) ?? (opened && whereOutlet(opened));
    const isShown =
      formatPageAddress(where, filters, undefined) ===
      formatPageAddress(state.where, state.filters, undefined);
    isFollowing = !hasFilters;
    try {
      // A search that is shown already keeps its results, for example when a visitor goes back from a place.
      const shown = isShown ? {} : { ...(!hasFilters && { filters }), where, limit: pageSize };
      store.set({ ...shown, selected: opened?.id });
    } finally {
      isFollowing = false;
    }
    if (near !== undefined && !named) fail(`Nothing was found for “${near}”.`);
    if (place !== undefined && !opened) fail('This place is no longer in the network.');
  };
  const whereNamed = async (text: string): Promise<Where | undefined> => {
    const known = gazetteer().resolve(text);
    if (known) return known;
    return (await suggestMore(store, api, text, AbortSignal.timeout(12_000)).catch(() => []))[0];
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
  if (!host) keepAddress(store, followAddress, () => isFollowing);
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

const boxText = ({ by, label, text }: Where): string => {
  if (by === 'area') return '';
  return text ? label : `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
};

const wherePoint = (point: Coordinates, label: string): Where => ({ by: 'point', text: '', label, ...point });

/** Returns a search for an area, with edges rounded as in the page's address. */
const whereArea = (shown: Bounds): Where => {
  const [west = 0, south = 0, east = 0, north = 0] = shown.map((edge) => Number(edge.toFixed(4)));
  return {
    ...{ by: 'area', text: '', label: 'this area' },
    ...{ lat: (south + north) / 2, lon: (west + east) / 2, bounds: [west, south, east, north] },
    contains: ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east,
  };
};

/** Requests more suggestions from the API: suburbs without places in the network or, if none match, addresses. */
const suggestMore = async (
  store: LocatorStore,
  api: LocationsApi,
  text: string,
  signal: AbortSignal,
): Promise<readonly Where[]> => {
  const suburbs = await api.places(text, signal);
  if (suburbs.length > 0) return suburbs.map(whereSuburb);
  const found = await api.search(text, signal);
  return found.flatMap((facts) => {
    const place = store.place(facts.id);
    return place ? [whereOutlet(place, addressOf(facts))] : [];
  });
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
  store.follow(({ problem }, previous) => {
    if (problem === previous.problem) return;
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
  let request = new AbortController();
  const load = async () => {
    const { facts } = store.get();
    const oldest = Date.now() - maxFactsAge;
    const missing = shownPlaces(store.get()).flatMap(({ id }) =>
      (facts.get(id)?.loadedAt ?? 0) > oldest ? [] : [id],
    );
    if (missing.length === 0) return;
    request.abort();
    request = new AbortController();
    const { signal } = request;
    // After an outage, more may be missing than a request can contain.
    for (let start = 0; start < missing.length; start += maxPlaces)
      store.addFacts(await api.facts(missing.slice(start, start + maxPlaces), signal));
  };
  store.follow((state, previous) => {
    const causes = ['found', 'limit', 'now'] as const;
    if (causes.every((name) => state[name] === previous[name])) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load().catch(() => undefined), quiet);
  });
};

/**
 * Writes the visitor's choices into the page's address, and follows the address when the visitor goes back.
 * `isFollowing` tells whether a change comes from the address.
 */
const keepAddress = (
  store: LocatorStore,
  followAddress: () => Promise<void>,
  isFollowing: () => boolean,
): void => {
  window.addEventListener('popstate', () => void followAddress());
  store.follow((state, previous) => {
    if (isFollowing() || !isAnotherSearch(state, previous)) return;
    const { where, filters, selected } = state;
    const address = `${location.pathname}${formatPageAddress(where, filters, selected)}`;
    if (where !== previous.where || selected !== previous.selected) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  });
};

/** Whether two states differ in what the page's address contains. */
const isAnotherSearch = (state: LocatorState, previous: LocatorState): boolean =>
  (['where', 'filters', 'selected'] as const).some((part) => state[part] !== previous[part]);

start().catch((error: unknown) => {
  console.error(error);
  const problem = onPage('problem', HTMLElement);
  problem.hidden = false;
  problem.textContent = 'The locator could not start. Wait a moment, then reload the page.';
});
