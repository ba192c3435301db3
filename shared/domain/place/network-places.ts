import type { Address, Location } from '../location/location.ts';
import { wordsOf } from '../text/words.ts';
import { labelOf, type Place, placeCodeOf } from './place.ts';

/** Maximum length of a label in code points, so that it can be sent as the parameter `near`. */
const maxLabel = 120;

interface Addressed extends Pick<Location, 'coordinates'> {
  readonly addresses: readonly Pick<Address, 'type' | 'suburb' | 'state' | 'postcode'>[];
}

/** Street addresses in the same place, with the number of addresses by label. */
interface Addresses {
  readonly labels: Map<string, number>;
  readonly names: Map<string, Pick<Place, 'suburb' | 'state' | 'postcode'>>;
  readonly lat: number[];
  readonly lon: number[];
}

const noAddresses = (): Addresses => ({ labels: new Map(), names: new Map(), lat: [], lon: [] });

/**
 * Returns the places of the network's own street addresses. A place has the median coordinates of its locations, its
 * number of addresses as weight, and its most frequent spelling. Addresses without a suburb, state or postcode are
 * skipped.
 */
export const placesOfNetwork = (locations: Iterable<Addressed>): Place[] => {
  const byCode = new Map<string, Addresses>();
  const codes = new Map<string, string>();
  for (const { addresses, coordinates } of locations) {
    for (const { type, suburb, state, postcode } of addresses) {
      if (type !== 'STREET_ADDRESS') continue;
      const name = { suburb: suburb.trim(), state: state.trim(), postcode };
      const label = labelOf(name);
      const code = codes.get(label) ?? codeOf(name);
      codes.set(label, code);
      if (code === '') continue;
      const same = byCode.get(code) ?? noAddresses();
      byCode.set(code, same);
      same.labels.set(label, (same.labels.get(label) ?? 0) + 1);
      same.names.set(label, name);
      same.lat.push(coordinates.lat);
      same.lon.push(coordinates.lon);
    }
  }
  return Array.from(byCode, ([code, { labels, names, lat, lon }]): Place => {
    // Equally frequent spellings are ordered by code unit, so that the result does not depend on the input order.
    const [label = ''] = [...labels.keys()]
      .sort()
      .sort((a, b) => (labels.get(b) ?? 0) - (labels.get(a) ?? 0));
    const name = names.get(label) ?? { suburb: '', state: '', postcode: '' };
    return { code, ...name, lat: median(lat), lon: median(lon), weight: lat.length };
  });
};

/** Returns the code of a place, or an empty string if its name is incomplete or too long for a request. */
const codeOf = (name: Pick<Place, 'suburb' | 'state' | 'postcode'>): string => {
  const isComplete = Object.values(name).every((part) => wordsOf(part).length > 0);
  return isComplete && [...labelOf(name)].length <= maxLabel ? placeCodeOf(name) : '';
};

/**
 * Returns the middle value. If the number of values is even, returns the lower of the two middle values, because their
 * mean could be on the other side of the world.
 */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[(values.length - 1) >> 1] ?? 0;
