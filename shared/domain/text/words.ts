/** Normalises text for searches into words of lower-case letters and digits, without accents or apostrophes. */

export const maxSearchWords = 8;

/** Apostrophes are removed, so that `O'Connor` is one word. All other punctuation separates words. */
const apostrophes = /['‘’ʼ`´ʹ′]/g;

/**
 * Normalises text: compatibility decomposition without marks, lower case, one space between words and none around them.
 * A final sigma becomes an ordinary sigma, because `toLowerCase` chooses between them by the letters that follow.
 */
export const normalised = (text: string): string => withBlanks(text).trim();

export const wordsOf = (text: string): string[] => {
  const words = normalised(text);
  return words === '' ? [] : words.split(' ');
};

/** Search text as typed so far. */
export interface SearchText {
  /** The words joined by spaces. */
  readonly text: string;
  readonly words: readonly string[];
  /** Whether the last word is followed by a space or punctuation. If not, it also matches as a prefix. */
  readonly isComplete: boolean;
}

export const searchTextOf = (typed: string): SearchText => ({
  text: normalised(typed),
  words: wordsOf(typed),
  isComplete: withBlanks(typed).endsWith(' '),
});

/** Removes marks and punctuation. Decomposes twice, because lower-casing adds marks to some letters. */
const withBlanks = (text: string): string =>
  text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/['\p{M}]/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

/** Abbreviations in addresses, with the words that they stand for. Searches treat abbreviations and words as equal. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map([
  ['st', ['street', 'saint']],
  ['rd', ['road']],
  ['ave', ['avenue']],
  ['hwy', ['highway']],
  ['mt', ['mount']],
  ['nth', ['north']],
  ['sth', ['south']],
  ['ctr', ['centre']],
]);

const abbreviationOf: ReadonlyMap<string, string> = new Map(
  [...abbreviations].flatMap(([short, words]) => words.map((word) => [word, short] as const)),
);

/** Returns the words under which a text is indexed: its words, those that they abbreviate, and their abbreviations. */
export const indexedWords = (words: readonly string[]): ReadonlySet<string> => {
  const indexed = new Set(words);
  for (const [position, word] of words.entries()) {
    for (const full of abbreviations.get(word) ?? []) indexed.add(full);
    const short = abbreviationOf.get(word);
    if (short !== undefined) indexed.add(short);
    if (word === 'po') indexed.add('post').add('office');
    if (word === 'post' && words[position + 1] === 'office') indexed.add('po');
  }
  return indexed;
};

/** Returns the words in their abbreviated forms, so that texts that differ only in abbreviations are equal. */
export const abbreviated = (words: readonly string[]): string[] =>
  words.map((word) => abbreviationOf.get(word) ?? word);

/** Minimum length, in letters, of a word that is corrected. */
const minMistypedLetters = 5;

/** Whether the word is long enough to be corrected. Words with digits are never corrected. */
export const mayBeMistyped = (word: string): boolean =>
  [...word].length >= minMistypedLetters && !/\p{N}/u.test(word);

/** Whether the words differ by one insertion, deletion, substitution or transposition of adjacent letters. */
export const isOneEditApart = (one: string, other: string): boolean => {
  const first = lettersOf(one);
  const second = lettersOf(other);
  const short = first.length < second.length ? first : second;
  const long = short === first ? second : first;
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const differing = short.length - start - end;
  if (short.length < long.length) return differing === 0;
  const isSwap = differing === 2 && short[start] === long[start + 1] && short[start + 1] === long[start];
  return differing === 1 || isSwap;
};

/** Strings without surrogate pairs are returned as they are, because searches compare thousands of words. */
const lettersOf = (word: string): string | readonly string[] =>
  /[\ud800-\udfff]/.test(word) ? [...word] : word;
