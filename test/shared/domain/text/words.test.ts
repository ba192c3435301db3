import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneEditApart, normalised, searchTextOf, wordsOf } from '../../../../shared/domain/text/words.ts';
import { oracleWords } from '../../../support/oracles/text-oracle.ts';

describe('normalised words', () => {
  it.each([
    ["O'Connor", 'oconnor'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['Ｆｕｌｌ', 'full'],
    ['310003_PO', '310003 po'],
    ['📮', ''],
  ])('of %j are %j', (text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  it('match a letter-by-letter reference, and do not change if they are normalised again', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const words = wordsOf(text);
        expect(words).toEqual(oracleWords(text));
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('are complete if the last word is followed by a space or punctuation', () => {
    const isComplete = (text: string) => searchTextOf(text).isComplete;
    expect(['fitz', "fitz'", 'st kil'].map(isComplete)).toEqual([false, false, false]);
    expect(['fitz ', 'fitz,', 'fitz\t', 'fitz.'].map(isComplete)).toEqual([true, true, true, true]);
  });
});

it.each([
  ['melborne', 'melbourne', true],
  ['melbuorne', 'melbourne', true],
  ['nelbourne', 'melbourne', true],
  ['melbournee', 'melbourne', true],
  ['melbourne', 'melbourne', false],
  ['mlbrne', 'melbourne', false],
  ['ab', 'ba', true],
  ['abc', 'cba', false],
  ['a𐐨c', 'a𐐩c', true],
  ['a𐐨c', 'abc', true],
  ['a𐐨c', 'ac', true],
  ['a𐐨', '𐐨a', true],
  ['a𐐨c', 'a', false],
])('one edit turns %s into %s: %s', (one, other, expected) => {
  expect(isOneEditApart(one, other)).toBe(expected);
  expect(isOneEditApart(other, one)).toBe(expected);
});
