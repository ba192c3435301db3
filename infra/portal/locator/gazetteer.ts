import { PostingsBuilder } from '../../../shared/domain/location/catalogue/postings.ts';
import { placesOfNetwork } from '../../../shared/domain/place/network-places.ts';
import { labelOf, type Place } from '../../../shared/domain/place/place.ts';
import { completePlaces, indexPlaces, placesNamed } from '../../../shared/domain/place/place-index.ts';
import { matchesOf, rowsBeginningWith } from '../../../shared/domain/text/postings.ts';
import { indexedWords, normalised, searchTextOf, wordsOf } from '../../../shared/domain/text/words.ts';
import type { MapPlace } from '../../../shared/wire/map-file.ts';
import { fullName, localityOf, type Where } from './network.ts';

const maxSuburbs = 5;
const maxOutlets = 4;

/**
 * Creates a search over the network by suburb, postcode, name and code. The suburbs come from the places' addresses,
 * and are matched by the same rules as in the API's `near` and `GET /places`, which may know more suburbs.
 */
export const createGazetteer = (places: readonly MapPlace[]) => {
  const suburbs = indexPlaces(
    placesOfNetwork(
      places.map(({ suburb, state, postcode, lat, lon }) => ({
        coordinates: { lat, lon },
        addresses: [{ type: 'STREET_ADDRESS', suburb, state, postcode }],
      })),
    ),
  );
  const outlets = indexOutlets(places);
  const byCode = new Map(places.map((place) => [place.id.toUpperCase(), place]));

  /** Returns the search for a code or a postcode. */
  const exact = (text: string): Where | undefined => {
    const coded = byCode.get(text.toUpperCase());
    if (coded) return whereOutlet(coded);
    const [heaviest] = placesNamed(suburbs, text);
    return heaviest?.postcode === text ? wherePostcode(heaviest) : undefined;
  };

  return {
    /** Returns completions of the typed text, best first. */
    suggest(typed: string): readonly Where[] {
      const text = typed.trim();
      if (wordsOf(text).length === 0) return [];
      const completed = completePlaces(suburbs, text, maxSuburbs);
      const named = placesNamed(suburbs, text);
      // A suburb with exactly this name comes first. Similar names are used only if no suburb begins with the text.
      const first = named.filter((place) => normalised(labelOf(place)).startsWith(normalised(text)));
      const found = completed.length > 0 ? new Set([...first, ...completed]) : named;
      return [
        exact(text) ?? [],
        [...found].slice(0, maxSuburbs).map(whereSuburb),
        outlets(text).map((place) => whereOutlet(place)),
      ].flat();
    },
    /** Returns the search for a complete text, such as one from the page's address, or undefined if nothing matches. */
    resolve(text: string): Where | undefined {
      const [suburb] = placesNamed(suburbs, text);
      return exact(text) ?? (suburb && whereSuburb(suburb));
    },
  };
};

/** Returns a search for a suburb, which contains the places with its name and postcode. */
export const whereSuburb = (suburb: Omit<Place, 'code' | 'weight'>): Where => {
  const label = labelOf(suburb);
  const name = normalised(label);
  return {
    ...{ by: 'suburb', text: label, label, lat: suburb.lat, lon: suburb.lon },
    contains: (place) => place.postcode === suburb.postcode && normalised(localityOf(place)) === name,
  };
};

/** Returns a search for a place and the places around it. */
export const whereOutlet = (place: MapPlace, detail = localityOf(place)): Where => ({
  ...{ by: 'outlet', text: place.id, label: fullName(place) },
  ...{ lat: place.lat, lon: place.lon, place, detail },
});

const wherePostcode = ({ postcode, lat, lon }: Place): Where => ({
  ...{ by: 'postcode', text: postcode, label: postcode, lat, lon },
  contains: (each) => each.postcode === postcode,
});

const isStreetPostBox = ({ kind }: MapPlace): boolean => kind.endsWith('_SPB');

/** Creates a function that finds places by words in their names and suburbs. Street post boxes come last. */
const indexOutlets = (places: readonly MapPlace[]): ((text: string) => readonly MapPlace[]) => {
  const sorted = places.toSorted(
    (one, other) => Number(isStreetPostBox(one)) - Number(isStreetPostBox(other)),
  );
  const words = new PostingsBuilder();
  const names = new PostingsBuilder();
  for (const [position, place] of sorted.entries()) {
    const name = fullName(place);
    for (const word of indexedWords(wordsOf(`${name} ${localityOf(place)}`))) words.add(word, position);
    names.add(normalised(name), position);
  }
  const rows = Uint32Array.from(sorted.keys());
  const [byWord, byName] = [words.finish(rows), names.finish(rows)];
  return (typed) => {
    const text = searchTextOf(typed);
    const beginning = rowsBeginningWith(byName, text, sorted.length).positions().subarray(0, maxOutlets);
    const matching = matchesOf(byWord, text, { universe: sorted.length, corrects: true }).rows.positions();
    const found = new Set([...beginning, ...matching.subarray(0, 2 * maxOutlets)]);
    return [...found].slice(0, maxOutlets).flatMap((position) => sorted[position] ?? []);
  };
};
