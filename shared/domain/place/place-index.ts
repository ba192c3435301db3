import { allBut, anyOf } from '../../spatial/index.ts';
import { byCodeUnit } from '../code-unit-order.ts';
import { type Postings, PostingsBuilder } from '../location/catalogue/postings.ts';
import { correctionsOf, matchesOf, rowsBeginningWith, rowsWithText } from '../text/postings.ts';
import {
  abbreviated,
  indexedWords,
  mayBeMistyped,
  normalised,
  searchTextOf,
  wordsOf,
} from '../text/words.ts';
import { labelOf, type Place, placeCodeOf, splitState, stateOf } from './place.ts';

/** Index of places by name. Its posting lists contain indexes into `places`. */
export interface PlaceIndex {
  /** By descending weight, then by label. */
  readonly places: readonly Place[];
  readonly codes: Postings;
  /** Suburb names, with their words abbreviated. */
  readonly names: Postings;
  readonly suburbs: Postings;
  readonly postcodes: Postings;
  /** Words of suburbs, states and postcodes. */
  readonly words: Postings;
}

/** Indexes places with distinct codes. */
export const indexPlaces = (unordered: Iterable<Place>): PlaceIndex => {
  const places = [...unordered].sort(
    (one, other) => other.weight - one.weight || byCodeUnit(labelOf(one), labelOf(other)),
  );
  const rows = Uint32Array.from(places.keys());
  const postingsBy = (keysOf: (place: Place) => Iterable<string>): Postings => {
    const builder = new PostingsBuilder();
    for (const [position, place] of places.entries())
      for (const key of keysOf(place)) builder.add(key, position);
    return builder.finish(rows);
  };
  return {
    places,
    codes: postingsBy(({ code }) => [code]),
    names: postingsBy(({ suburb }) => [abbreviated(wordsOf(suburb)).join(' ')]),
    suburbs: postingsBy(({ suburb }) => [normalised(suburb)]),
    postcodes: postingsBy(({ postcode }) => [postcode]),
    words: postingsBy(
      ({ suburb, state, postcode }) =>
        new Set([suburb, state, postcode].flatMap((text) => [...indexedWords(wordsOf(text))])),
    ),
  };
};

/**
 * Returns the places that the text may name, most important first. The text can be a postcode, a suburb, or a suburb
 * with its state, postcode or both. A mistyped suburb is corrected only if nothing else is found.
 */
export const placesNamed = (index: PlaceIndex, text: string): readonly Place[] => {
  const words = wordsOf(text);
  const [postcode = '', ...others] = words;
  const ofPostcode = others.length === 0 ? placesAt(index, index.postcodes, [postcode]) : [];
  if (ofPostcode.length > 0) return ofPostcode;
  const labelled = placesAt(index, index.codes, [codeOfText(words)]);
  if (labelled.length > 0) return labelled;
  const readings = readingsOf(words);
  const exact = placesRead(index, readings, (suburb) => [suburb]);
  return exact.length > 0 ? exact : placesRead(index, readings, (suburb) => correctedSuburbs(index, suburb));
};

/**
 * Returns at most `size` places that match the typed text. Places whose suburb or postcode begins with the text come
 * first.
 */
export const completePlaces = (index: PlaceIndex, typed: string, size: number): readonly Place[] => {
  const universe = index.places.length;
  const text = searchTextOf(typed);
  const { rows } = matchesOf(index.words, text, { universe, corrects: false });
  const beginning = anyOf(
    [index.suburbs, index.postcodes].map((texts) => rowsBeginningWith(texts, text, universe)),
    universe,
  );
  const positions = [beginning, allBut(rows, beginning, universe)].flatMap((set) => [
    ...set.positions().subarray(0, size),
  ]);
  return positions.slice(0, size).flatMap((position) => index.places[position] ?? []);
};

/** One interpretation of a text. The place must have the state and the postcode, if given. */
interface Reading {
  readonly suburb: readonly string[];
  readonly state?: string;
  readonly postcode?: string;
}

/** Returns the possible readings of the words: only a suburb, or a suburb followed by a postcode, a state or both. */
const readingsOf = (words: readonly string[]): Reading[] => {
  const { rest, postcode } = splitPostcode(words);
  const stated = splitState(rest);
  const readings: Reading[] = [
    { suburb: words },
    ...(postcode === undefined ? [] : [{ suburb: rest, postcode }]),
    ...(stated
      ? [{ suburb: stated.words, state: stated.state, ...(postcode !== undefined && { postcode }) }]
      : []),
  ];
  return readings.filter(({ suburb }) => suburb.length > 0);
};

const splitPostcode = (words: readonly string[]) => {
  const postcode = words.at(-1);
  return postcode !== undefined && /^[0-9]{4}$/.test(postcode)
    ? { rest: words.slice(0, -1), postcode }
    : { rest: words, postcode: undefined };
};

const codeOfText = (words: readonly string[]): string => {
  const { rest, postcode = '' } = splitPostcode(words);
  const stated = splitState(rest);
  const { words: suburb, state } = stated ?? { words: rest, state: '' };
  return placeCodeOf({ suburb: suburb.join(' '), state, postcode });
};

type Words = readonly string[];

/** Returns the places for the first reading that has any. `namesOf` returns the names to try for a suburb. */
const placesRead = (
  index: PlaceIndex,
  readings: readonly Reading[],
  namesOf: (suburb: Words) => readonly Words[],
): readonly Place[] => {
  for (const { suburb, state, postcode } of readings) {
    const keys = namesOf(suburb).map((name) => abbreviated(name).join(' '));
    const found = placesAt(index, index.names, keys).filter(
      (place) =>
        (state === undefined || stateOf(place.state) === state) &&
        (postcode === undefined || place.postcode === postcode),
    );
    if (found.length > 0) return found;
  }
  return [];
};

const correctedSuburbs = ({ words: known }: PlaceIndex, suburb: Words): readonly Words[] =>
  suburb.flatMap((word, position) =>
    mayBeMistyped(word) ? correctionsOf(known, word).map((each) => suburb.with(position, each)) : [],
  );

/** Returns the places listed under any of these texts, by descending weight, then by state, suburb and postcode. */
const placesAt = (index: PlaceIndex, lists: Postings, texts: readonly string[]): Place[] => {
  const universe = index.places.length;
  const rows = anyOf(
    texts.map((text) => rowsWithText(lists, text, universe)),
    universe,
  );
  return [...rows.positions()]
    .flatMap((position) => index.places[position] ?? [])
    .sort(
      (one, other) =>
        other.weight - one.weight ||
        byCodeUnit(one.state, other.state) ||
        byCodeUnit(one.suburb, other.suburb) ||
        byCodeUnit(one.postcode, other.postcode),
    );
};
