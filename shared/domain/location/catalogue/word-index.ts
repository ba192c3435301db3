import { allBut, allOf, anyOf, type PositionSet, positionSet } from '../../../spatial/index.ts';
import { matchesOf, rowsBeginningWith, rowsWithText } from '../../text/postings.ts';
import { indexedWords, normalised, searchTextOf } from '../../text/words.ts';
import type { Location, LocationType } from '../location.ts';
import type { CatalogueIndex, RankedRows } from './catalogue-index.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { findText, type Postings, PostingsBuilder } from './postings.ts';

/** Index for text searches: rows by word, by name and by suburb. All texts are normalised. */
export interface WordIndex {
  readonly words: Postings;
  readonly names: Postings;
  readonly suburbs: Postings;
}

/** Creates a builder for the index. Every location must be added once, ordered by code. */
export const wordIndexBuilder = (): ColumnBuilder<WordIndex> => {
  const words = new PostingsBuilder();
  const names = new PostingsBuilder();
  const suburbs = new PostingsBuilder();
  // Cached, because most texts, such as suburbs, states and the names of street post boxes, occur many times.
  const wordsByText = new Map<string, readonly string[]>();
  const wordsIn = (text: string): readonly string[] => {
    const known = wordsByText.get(text);
    if (known) return known;
    const found = [...indexedWords(normalised(text).split(' '))];
    wordsByText.set(text, found);
    return found;
  };
  let rank = 0;
  return {
    add(location) {
      const found = new Set(textsOf(location).flatMap(wordsIn));
      found.delete('');
      for (const word of found) words.add(word, rank);
      names.add(normalised(shownName(location)), rank);
      const inSuburbs = new Set(location.addresses.map(({ suburb }) => normalised(suburb)));
      for (const suburb of inSuburbs) suburbs.add(suburb, rank);
      rank++;
    },
    finish: (rows) => ({
      words: words.finish(rows),
      names: names.finish(rows),
      suburbs: suburbs.finish(rows),
    }),
  };
};

const shownName = ({ name, description }: Location): string => name ?? description;

const textsOf = (location: Location): readonly string[] => [
  shownName(location),
  location.longName ?? '',
  ...location.addresses.flatMap(
    ({ addressLine1, addressLine2 = '', addressLine3 = '', suburb, state, postcode }) => [
      addressLine1,
      addressLine2,
      addressLine3,
      suburb,
      state,
      postcode,
    ],
  ),
];

/** Order of locations that match equally well: offices first, because there are many more street post boxes. */
const typeOrder: readonly LocationType[] = ['PO', 'OS', 'UPL', 'DC', 'C_SPB', 'R_SPB'];

/**
 * Creates a search for the locations that match a text, most relevant first: locations with this id or work centre id,
 * then those whose name begins with the text, those whose suburb or postcode equals it, and all others. Each of these
 * groups is ordered by type.
 */
export const rankByText =
  (texts: WordIndex, typed: string) =>
  (index: CatalogueIndex): RankedRows => {
    const { size } = index;
    const text = searchTextOf(typed);
    const { rows: matches, isCorrected } = matchesOf(texts.words, text, { universe: size, corrects: true });
    const identified = rowsIdentified(index, typed.trim());
    const rows = anyOf([identified, matches], size);

    const relevantRows = function* (): Generator<PositionSet> {
      yield identified;
      // A mistyped word does not occur in any name, suburb or postcode.
      if (isCorrected) return;
      yield rowsBeginningWith(texts.names, text, size);
      const places = [texts.suburbs, index.postings('postcodes')];
      yield anyOf(
        places.map((each) => rowsWithText(each, text.text, size)),
        size,
      );
    };

    const tiers = function* (): Generator<PositionSet> {
      let left = rows;
      for (const relevant of relevantRows()) {
        const due = allOf([left, relevant], size);
        yield* byType(index, due);
        left = allBut(left, due, size);
      }
      yield* byType(index, left);
    };
    return { rows, tiers: tiers() };
  };

const byType = function* (index: CatalogueIndex, rows: PositionSet): Generator<PositionSet> {
  if (rows.size === 0) return;
  const types = index.postings('types');
  for (const type of typeOrder) yield allOf([rows, rowsWithText(types, type, index.size)], index.size);
};

/** Returns the rows of the location with this id, which may be in lower case, and of the work centre with this id. */
const rowsIdentified = (index: CatalogueIndex, id: string): PositionSet => {
  const codes = index.codes();
  const rows = index.rows();
  const ranks = [...new Set([id, id.toUpperCase()])].flatMap((code) => findText(codes, code) ?? []);
  const workCentreIds = index.postings('workCentreIds');
  return anyOf(
    [
      positionSet(Uint32Array.from(ranks, (rank) => rows[rank] ?? 0).sort(), index.size),
      rowsWithText(workCentreIds, id, index.size),
    ],
    index.size,
  );
};
