import * as fc from 'fast-check';
import { evenlyBetween } from '../../support/load/evenly-between.ts';

/** Values that are difficult for parameter parsers. All are well-formed text; percent-encoding is added elsewhere. */

/** Text with a special meaning for parsers, shells, databases, templates or JavaScript objects. */
const injections = fc.constantFrom(
  ...["' OR 1=1--", '{"$gt":""}', '*', '\r\nX-Injected: 1', '\u0000'],
  ...'../../etc/passwd ..%2f..%2f %00 __proto__ constructor toString hasOwnProperty'.split(' '),
  ...['$' + '{jndi:ldap://x.test/a}', '{{7*7}}', '<script>alert(1)</script>', '=cmd|1'],
  ...'\u202eabc \ufeff \u0660\u0661 e\u0301 \u{1f4ee}\u{1f4ee} null undefined true'.split(' '),
  ...['[object Object]', '-', ' ', '\t', 'a,b', ',', ',,'],
);

/** Generates with each arbitrary in proportion to its weight. */
export const weighted = <T>(...parts: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Generates undefined once in `oneIn` times. */
export const optional = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number) =>
  fc.option(arbitrary, { nil: undefined, freq: oneIn });

/** Generates one of the values, which are separated by spaces. */
export const among = (values: string) => fc.constantFrom(...values.split(' '));

const characters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
/** Generates texts whose lengths are around the limit of 120. */
export const aroundLimit = (character: string) =>
  fc.integer({ min: 118, max: 122 }).map((length) => character.repeat(length));
const huge = fc.constantFrom('x'.repeat(3_000), '9'.repeat(400), `${'1,'.repeat(600)}1`);

export const anyText = weighted([4, characters], [4, injections], [1, aroundLimit('x')], [1, huge]);

const from = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength });

const likeNumbers = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  from('0123456789+-.eE ,x\n', 8),
  fc.constantFrom(...'NaN Infinity -Infinity 1e400 -1e400 0x10 0b1 1_000 1,5 +5'.split(' '), ' 5'),
  fc.constantFrom('5 ', '5\n', '\u0665', '\uff15', ...'5. .5 1e2 1E+1 1e-7 --1 1n ٣٠٠٠'.split(' ')),
  among(`2147483647 2147483648 -2147483649 9007199254740993 ${'9'.repeat(19)} ${'0'.repeat(40)}`),
);

/** Generates mostly valid values, some difficult ones and some arbitrary text. */
export const mostly = (good: fc.Arbitrary<string>, provoking: fc.Arbitrary<string>) =>
  weighted([8, good], [2, provoking], [1, anyText]);

/** Generates mostly integers in the range, often at its bounds or just beyond them. */
export const integers = (min: number, max: number, ...often: readonly string[]) =>
  mostly(
    fc.oneof(
      fc.constantFrom(String(min), String(max), ...often),
      fc.integer({ min, max }).map(String),
      fc.integer({ min, max }).map((value) => `00${value}`),
    ),
    fc.oneof(fc.constantFrom(String(min - 1), String(max + 1), '-0', `${max}.0`), likeNumbers),
  );

export const numbers = (min: number, max: number, often: fc.Arbitrary<string>) =>
  mostly(
    weighted(
      [6, often],
      [1, fc.constantFrom(`${min}`, `${max}`, '0', '-0', '1e1', '1.5E+1')],
      [1, evenlyBetween(min, max).map(String)],
    ),
    fc.oneof(
      fc.constantFrom(`${max}.0000001`, `${min}.0000001`, `${max + 1}`, `${min - 1}`, `+${max}`),
      likeNumbers,
    ),
  );

export const spoilt = (word: string) =>
  fc.constantFrom(
    word.toLowerCase(),
    ` ${word}`,
    `${word} `,
    `${word}\n`,
    `${word}x`,
    `${word}\u0000`,
    word.slice(1),
  );

export const words = (...known: readonly string[]) => {
  const word = fc.constantFrom(...known);
  return mostly(word, word.chain(spoilt));
};

export const lists = (...known: readonly string[]) => {
  const word = fc.constantFrom(...known);
  return mostly(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((items) => items.join(',')),
    fc.oneof(
      word.chain(spoilt),
      fc
        .array(fc.oneof(word, word.chain(spoilt), fc.constant('')), { minLength: 1, maxLength: 4 })
        .map(String),
      fc.integer({ min: 98, max: 102 }).chain((count) => word.map((one) => Array(count).fill(one).join(','))),
    ),
  );
};
