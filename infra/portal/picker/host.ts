import { successiveSignals } from '../browser/dom.ts';
import { addressOf, type LocationsApi, type ParcelNeeds } from '../locator/locations-api.ts';
import { type LocatorStore, maxFactsAge } from '../locator/locator-state.ts';
import { fullName, localityOf } from '../locator/network.ts';
import { parametersOf } from '../locator/page-address.ts';
import type { PickerMessage } from './waypost-picker.ts';

/**
 * Connects the page with the website that shows it in a frame. Returns undefined if the page is the locator itself.
 * Only the origin in the parameter `origin` may receive the page's only message, which contains the chosen place or says
 * that the visitor cancelled. `choose` is undefined if there is no such origin.
 */
export const connectHost = (store: LocatorStore, api: LocationsApi) => {
  if (!document.querySelector('.locator.embed')) return undefined;
  const parameters = parametersOf(location);
  const target = window.parent === window ? undefined : originOf(parameters.get('origin') ?? '');
  const theme = parameters.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  let isSent = false;
  const send = (message: PickerMessage) => {
    if (isSent || target === undefined) return;
    isSent = true;
    window.parent.postMessage(message, target);
  };
  const choose = async (id: string) => {
    const place = store.place(id);
    if (!place) return;
    // If the request fails, the suburb is sent instead.
    const request = async () => (await api.facts([id], AbortSignal.timeout(5_000)).catch(() => []))[0];
    const facts = store.get().facts.get(id) ?? (await request());
    const address = (facts && addressOf(facts)) ?? localityOf(place);
    send({ type: 'waypost-place', id, name: fullName(place), address, at: new Date().toISOString() });
  };
  document.addEventListener('keydown', (event) => {
    // Escape closes details and dialogs first.
    const isCovered = document.querySelector('.has-details, dialog[open]') !== null;
    if (event.key === 'Escape' && !isCovered) send({ type: 'waypost-cancel' });
  });
  const needs = { parcel: parcelIn(parameters), accepting: parameters.get('accepting') === 'true' };
  if (needs.parcel !== undefined || needs.accepting) keepSuitable(store, api, needs);
  return { needs, choose: target === undefined ? undefined : (id: string) => void choose(id) };
};

/** Returns the text if it is exactly an origin, or undefined otherwise. */
const originOf = (text: string): string | undefined =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : undefined;

/** Returns the parcel if it is valid, because the API would reject every search for an invalid parcel. */
const parcelIn = (parameters: URLSearchParams): string | undefined => {
  const parcel = parameters.get('parcel') ?? '';
  if (/^[1-9]\d{0,3}(x[1-9]\d{0,3}){2}(,[1-9]\d{0,5})?$/.test(parcel)) return parcel;
  if (parcel !== '') console.warn(`The picker ignores the invalid option parcel: ${parcel}`);
  return undefined;
};

/**
 * Requests the places around the search that meet the needs, whenever the search or its filters change, and again after
 * some minutes.
 */
const keepSuitable = (store: LocatorStore, api: LocationsApi, needs: ParcelNeeds): void => {
  const nextSignal = successiveSignals();
  /** Time of the last complete check of this search. Until then, no check is repeated. */
  let checkedAt = Number.POSITIVE_INFINITY;
  const check = async ({ isRepeated = false } = {}) => {
    const signal = nextSignal();
    const { network, where, filters } = store.get();
    if (!network || !where) return;
    if (!isRepeated) {
      checkedAt = Number.POSITIVE_INFINITY;
      store.set({ isChecking: true, problem: undefined });
    }
    try {
      const found = await api.suitable(where, filters, needs, signal);
      store.addFacts(found);
      checkedAt = Date.now();
      store.set({ suitable: new Set(found.map(({ id }) => id)), isChecking: false });
    } catch {
      // If a repeated check fails, the previous results stay, and the next minute tries again.
      if (signal.aborted || isRepeated) return;
      const text = 'We cannot check which places can take your parcel at the moment.';
      store.set({ suitable: new Set(), isChecking: false, problem: { text, retry: () => void check() } });
    }
  };
  store.follow(['network', 'where', 'filters'], () => void check());
  store.follow(['now'], ({ now }) => {
    if (now - checkedAt > maxFactsAge) void check({ isRepeated: true });
  });
};
