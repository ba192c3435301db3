import type { VisitorKey } from '../../browser/visitor-key.ts';
import type { LocationsApi } from '../api/locations-api.ts';
import type { LocatorStore } from './locator-state.ts';
import type { Searches } from './searches.ts';

interface Kept {
  readonly store: LocatorStore;
  readonly searches: Searches;
  readonly api: Pick<LocationsApi, 'capabilities'>;
  readonly key: VisitorKey;
}

const tickMilliseconds = 30_000;

/** Keeps what the page knows up to date: the time, the services that there are, and searches that had failed. */
export const keepCurrent = ({ store, searches, api, key }: Kept): void => {
  setInterval(() => store.set({ now: new Date() }), tickMilliseconds);

  const loadCapabilities = () => {
    // Searches say what is wrong with the key or the API; until it is mended there is no service to choose.
    api.capabilities().then(
      (capabilities) => store.set({ capabilities }),
      () => undefined,
    );
  };
  const againAsNeeded = () => {
    if (store.get().capabilities.length === 0) loadCapabilities();
    if (store.get().failure) searches.again();
  };
  if (key.read() !== undefined) loadCapabilities();
  key.onChange(againAsNeeded);
  window.addEventListener('online', againAsNeeded);

  let isAsked = false;
  store.follow(({ found }) => {
    if (isAsked || !found) return;
    isAsked = true;
    // Larger than the rest of the program, and not needed before there are hours to be shown.
    import('@photostructure/tz-lookup').then(
      ({ default: timeZoneAt }) => store.set({ timeZoneOf: ({ lat, lon }) => timeZoneAt(lat, lon) }),
      (error: unknown) => {
        console.error(error);
        isAsked = false;
      },
    );
  });
};
