import { addressOf, type LocationsApi, type ParcelNeeds } from '../locator/locations-api.ts';
import type { LocatorStore } from '../locator/locator-state.ts';
import { fullName, localityOf } from '../locator/network.ts';
import { parametersOf } from '../locator/page-address.ts';
import type { PickerMessage } from './waypost-picker.ts';

/** The website in which the page is shown to choose a place. */
export interface Host {
  readonly needs: ParcelNeeds;
  /** Sends a place to the website, which then closes the page. Undefined if no website can receive it. */
  readonly choose: ((id: string) => void) | undefined;
}

/**
 * Connects the page with the website that shows it in a frame; undefined if it is the locator itself. The parameter
 * `origin` names the only origin that may receive the one message of the page.
 */
export const connectHost = (store: LocatorStore, api: LocationsApi): Host | undefined => {
  if (!document.querySelector('.locator.embed')) return undefined;
  const parameters = parametersOf(location);
  reportInvalid(parameters);
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
    const place = store.get().network?.places.find((each) => each.id === id);
    if (!place) return;
    // Without the API, the suburb must do.
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
  const parcel = parameters.get('parcel') ?? '';
  const accepting = parameters.get('accepting') === 'true';
  const needs = { ...(forms.parcel.test(parcel) && { parcel }), accepting };
  if ('parcel' in needs || accepting) keepSuitable(store, api, needs);
  return { needs, choose: target === undefined ? undefined : (id) => void choose(id) };
};

/** Forms of the options of the picker. */
const forms = {
  origin: /^https?:\/\/[^/]+$/,
  kind: /^(PO|UPL|R_SPB|C_SPB|OS|DC)(,(PO|UPL|R_SPB|C_SPB|OS|DC))*$/i,
  services: /^[\w-]{1,40}(,[\w-]{1,40})*$/,
  open_at: /^(now|\d{4}-\d\d-\d\dT\d\d:\d\d)$/,
  near: /\S/,
  lat: /^-?\d+(\.\d+)?$/,
  lon: /^-?\d+(\.\d+)?$/,
  parcel: /^\d+x\d+x\d+(,\d+)?$/,
  accepting: /^(true|false)$/,
  theme: /^(light|dark)$/,
} as const;

/** Tells the website's developers about options that have no effect. */
const reportInvalid = (parameters: URLSearchParams): void => {
  const known: Readonly<Record<string, RegExp>> = forms;
  for (const [name, value] of parameters)
    if (!known[name]?.test(value)) console.warn(`The picker ignores the invalid option ${name}: ${value}`);
};

/** Returns an exact origin; undefined for anything else. */
const originOf = (text: string): string | undefined =>
  forms.origin.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : undefined;

/** Requests which places around the search meet the needs, whenever the search or its filters change. */
const keepSuitable = (store: LocatorStore, api: LocationsApi, needs: ParcelNeeds): void => {
  let request = new AbortController();
  const check = async () => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const { where, filters } = store.get();
    if (!where) return;
    store.set({ isChecking: true, problem: undefined });
    try {
      const found = await api.suitable(where, filters, needs, signal);
      store.addFacts(found);
      store.set({ suitable: new Set(found.map(({ id }) => id)), isChecking: false });
    } catch {
      if (signal.aborted) return;
      const text = 'We cannot check which places can take your parcel at the moment.';
      store.set({ suitable: new Set(), isChecking: false, problem: { text, retry: () => void check() } });
    }
  };
  store.follow(({ where, filters }, previous) => {
    if (where !== previous.where || (where && filters !== previous.filters)) void check();
  });
};
