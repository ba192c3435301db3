import type { Address, Location } from '../location/location.ts';
import { wordsOf } from '../text/words.ts';
import { labelOf, type Place, placeCodeOf } from './place.ts';

/** Maximum length of a label in code points, so that it can be sent as the parameter `near`. */
const maxLabel = 120;

interface Addressed extends Pick<Location, 'coordinates'> {
  readonly addresses: readonly Pick<Address, 'type' | 'suburb' | 'state' | 'postcode'>[];
}

/** Street addresses with the same spelling of suburb, state and postcode. */
interface Spelling {
  readonly label: string;
  readonly name: Pick<Place, 'suburb' | 'state' | 'postcode'>;
  readonly lat: number[];
  readonly lon: number[];
}

/**
 * Returns the places of the network's own street addresses. A place has the median coordinates of its locations, its
 * number of addresses as weight, and its most frequent spelling. Addresses without a suburb, state or postcode are
 * skipped.
 */
export const placesOfNetwork = (locations: Iterable<Addressed>): Place[] => {
  const byLabel = new Map<string, Spelling>();
  for (const { addresses, coordinates } of locations) {
    for (const { type, suburb, state, postcode } of addresses) {
      if (type !== 'STREET_ADDRESS') continue;
      const name = { suburb: suburb.trim(), state: state.trim(), postcode };
      const label = labelOf(name);
      const same = byLabel.get(label) ?? { label, name, lat: [], lon: [] };
      byLabel.set(label, same);
      same.lat.push(coordinates.lat);
      same.lon.push(coordinates.lon);
    }
  }
  const byCode = new Map<string, Spelling[]>();
  for (const spelling of byLabel.values()) {
    const code = codeOf(spelling.name);
    if (code !== '') byCode.set(code, [...(byCode.get(code) ?? []), spelling]);
  }
  return Array.from(byCode, ([code, spellings]): Place => {
    const { name } = spellings.reduce((best, each) => (comesBefore(each, best) ? each : best));
    const lat = spellings.flatMap((each) => each.lat);
    const lon = spellings.flatMap((each) => each.lon);
    return { code, ...name, lat: median(lat), lon: median(lon), weight: lat.length };
  });
};

/** Equally frequent spellings are ordered by code unit, so that the result does not depend on the input order. */
const comesBefore = (one: Spelling, other: Spelling): boolean =>
  one.lat.length > other.lat.length || (one.lat.length === other.lat.length && one.label < other.label);

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
