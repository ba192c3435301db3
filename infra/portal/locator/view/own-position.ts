import { ownPoint } from '../search/search.ts';
import type { LocatorStore } from '../state/locator-state.ts';
import type { Searches } from '../state/searches.ts';

const faults: readonly string[] = [
  'Your position is not known.',
  'The browser may not tell this page your position. Allow it beside the address, or search by postcode.',
  'Your position cannot be found at the moment. Search by postcode, or choose a point on the map.',
  'Your position took too long to be found. Try again, or search by postcode.',
];

const patience: PositionOptions = { timeout: 10_000, maximumAge: 60_000 };

/**
 * Has a button search around the visitor. A position may take seconds to be found: whoever has looked elsewhere
 * meanwhile stays there.
 */
export const connectOwnPosition = (
  button: HTMLButtonElement,
  { store, searches, say }: { store: LocatorStore; searches: Searches; say: (fault: string) => void },
): void => {
  button.addEventListener('click', () => {
    say('');
    if (!('geolocation' in navigator)) {
      say('This browser cannot tell your position. Search by postcode, or choose a point on the map.');
      return;
    }
    const { where } = store.get().search;
    const isStillWanted = () => store.get().search.where === where;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => {
        if (isStillWanted()) searches.look({ where: { by: 'point', point: ownPoint({ lat, lon }) } });
      },
      ({ code }) => {
        if (isStillWanted()) say(faults[code] ?? faults[0] ?? '');
      },
      patience,
    );
  });
};
