import { LRUCache } from 'lru-cache';
import { allOf, anyOf, type PositionSet, positionSet, unorderedPositionSet } from '../../spatial/index.ts';
import { lowerBound, type Postings } from '../location/catalogue/postings.ts';
import { isOneEditApart, mayBeMistyped, type SearchText } from './words.ts';

/** Range of consecutive texts in posting lists, end exclusive. */
interface TextRange {
  readonly first: number;
  readonly end: number;
}

const rangeOfPrefix = ({ values }: Postings, prefix: string): TextRange => ({
  first: lowerBound(values, prefix),
  // U+FFFF is above all other code units, and no text contains it.
  end: lowerBound(values, `${prefix}\uffff`),
});

const rangeOfText = ({ values }: Postings, text: string): TextRange => {
  const first = lowerBound(values, text);
  return { first, end: values[first] === text ? first + 1 : first };
};

/**
 * Returns the positions, below `universe`, of the texts that have every word of a search. The last word also matches as
 * a prefix, unless it is complete. With `corrects`, a word that is not even a prefix of a listed word is corrected.
 * `isCorrected` tells whether a word was.
 */
export const matchesOf = (
  words: Postings,
  { words: typed, isComplete }: SearchText,
  { universe, corrects }: { readonly universe: number; readonly corrects: boolean },
) => {
  let isCorrected = false;
  const sets = typed.map((word, position) => {
    const known = rangeOfPrefix(words, word);
    if (known.first < known.end) {
      const mayGoOn = position === typed.length - 1 && !isComplete;
      return rowsOf(words, mayGoOn ? known : rangeOfText(words, word), universe);
    }
    if (!corrects || !mayBeMistyped(word)) return positionSet(new Uint32Array(), universe);
    isCorrected = true;
    const corrections = correctionsOf(words, word);
    return anyOf(
      corrections.map((each) => rowsWithText(words, each, universe)),
      universe,
    );
  });
  const [first, ...others] = sets;
  const rows = first ? allOf([first, ...others], universe) : positionSet(new Uint32Array(), universe);
  return { rows, isCorrected };
};

/** Returns the positions of the texts that begin with the search text. A complete last word must match as a whole. */
export const rowsBeginningWith = (
  texts: Postings,
  { text, isComplete }: SearchText,
  universe: number,
): PositionSet => {
  if (!isComplete) return rowsOf(texts, rangeOfPrefix(texts, text), universe);
  const longer = rowsOf(texts, rangeOfPrefix(texts, `${text} `), universe);
  return anyOf([rowsWithText(texts, text, universe), longer], universe);
};

export const rowsWithText = (texts: Postings, text: string, universe: number): PositionSet =>
  rowsOf(texts, rangeOfText(texts, text), universe);

/** Returns the positions of all texts in a range. Large sets, such as those for one letter, are cached. */
const rowsOf = (postings: Postings, { first, end }: TextRange, universe: number): PositionSet => {
  const rows = postings.rows.subarray(postings.starts[first], postings.starts[end]);
  const create = () =>
    end - first <= 1 ? positionSet(rows, universe) : unorderedPositionSet(rows, universe);
  if (rows.length < minKept) return create();
  const sets = keptSets.get(postings) ?? new LRUCache<string, PositionSet>({ max: maxKept });
  keptSets.set(postings, sets);
  const key = `${first} ${end}`;
  const set = sets.get(key) ?? create();
  sets.set(key, set);
  return set;
};

/** Cache of large sets. Otherwise, creating a set of a million positions would take 3 ms for each letter typed. */
const keptSets = new WeakMap<Postings, LRUCache<string, PositionSet>>();
const minKept = 4_096;
const maxKept = 128;

const maxCorrections = 100;

/** Maximum difference in length after one edit, in code units. One letter can have two code units. */
const maxLengthDifference = 2;

/** Returns the words that are one edit away from a word and have the same first letter. */
export const correctionsOf = (words: Postings, word: string): string[] => {
  const [letter = ''] = word;
  const { first, end } = rangeOfPrefix(words, letter);
  const found: string[] = [];
  for (let position = first; position < end && found.length < maxCorrections; position++) {
    const candidate = words.values[position] ?? '';
    if (Math.abs(candidate.length - word.length) <= maxLengthDifference && isOneEditApart(candidate, word)) {
      found.push(candidate);
    }
  }
  return found;
};
