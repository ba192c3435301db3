import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  integerParam,
  integerText,
  listParam,
  listText,
  numberParam,
  repeatableListParam,
  textItem,
  textListParam,
  textParam,
} from '../../../shared/http/query-params.ts';

const messagesOf = (schema: z.core.$ZodType, input: unknown) =>
  z.safeParse(schema, input).error?.issues.map(({ message }) => message);

it.each(['x', '😀'])('a string can have up to 120 code points: %s', (character) => {
  const full = character.repeat(120);
  expect(textParam().parse([full])).toBe(full);
  expect(messagesOf(textParam(), [full + character])).toEqual(['must be at most 120 characters long']);
  expect(listParam(textItem()).parse([`  ${full} , y`])).toEqual(new Set([full, 'y']));
  expect(messagesOf(listParam(textItem()), [` ${full}${character} `])).toEqual([
    `each value must be at most 120 characters long; "${character.repeat(40)}…" is not`,
  ]);
});

it('reports a string that is too long together with violations of the whole query', () => {
  const query = z
    .object({ pc: textParam(), size: integerParam(0, 9) })
    .refine(({ size }) => size === undefined, { path: ['size'], error: 'must not be given with pc' });
  expect(messagesOf(query, { pc: ['x'.repeat(121)], size: ['1'] })).toEqual([
    'must be at most 120 characters long',
    'must not be given with pc',
  ]);
});

describe('an integer', () => {
  it('consists of decimal digits, and is within its bounds', () => {
    const schema = integerText(-5, 1000);
    expect(['0', '-0', '007', '-5', '1000'].map((text) => schema.parse(text))).toEqual([0, 0, 7, -5, 1000]);
    for (const text of ['', ' 1', '1 ', '+1', '1.0', '1e2', '0x1', '1\n', '１', '1001', '-6', 'NaN', '--1'])
      expect(messagesOf(schema, text), text).toEqual(['must be an integer from -5 to 1000']);
  });
});

it('a number is a decimal with an optional exponent', () => {
  const schema = numberParam(-180, 180);
  const valid = ['1', '-1.5', '1e1', '1e01', '1.5E-3', '-1.8e+2'];
  expect(valid.map((text) => schema.parse([text]))).toEqual([1, -1.5, 10, 10, 0.0015, -180]);
  const invalid = ['.5', '5.', '1e', 'e1', '1e400', 'Infinity', 'NaN', '1,5', '+1', ' 1', '180.0000001'];
  for (const text of invalid)
    expect(messagesOf(schema, [text]), text).toEqual(['must be a decimal number from -180 to 180']);
});

describe('a list', () => {
  const digits = integerText(0, 9);

  it.each<[z.core.$ZodType, unknown, unknown[] | undefined]>([
    [listParam(textItem()), ['a,b,a'], ['a', 'b']],
    [listText(digits), '3,1,3', [3, 1]],
    [repeatableListParam(textItem()), ['a,b', '', 'c'], ['a', 'b', 'c']],
    // Spaces and tabs are trimmed, but no other white space.
    [listParam(textItem()), [' a ,\tb c\t'], ['a', 'b c']],
    [repeatableListParam(textItem()), [' a', ' ', 'c '], ['a', 'c']],
    [listParam(textItem()), ['a\n,\u00a0b'], ['a\n', '\u00a0b']],
    ...[
      listParam(textItem()),
      listParam(digits),
      textListParam(textItem()),
      repeatableListParam(textItem()),
    ].map((list): [z.core.$ZodType, unknown, undefined] => [list, [' \t '], undefined]),
    // A list that is also one string, unless that string is too long.
    [
      textListParam(textItem()),
      [` ${'x'.repeat(9)},y`],
      ['x'.repeat(9), 'y', ` ${'x'.repeat(9)},y`, `${'x'.repeat(9)},y`],
    ],
    [textListParam(textItem()), [`${'x'.repeat(120)},y`], ['x'.repeat(120), 'y']],
    [listParam(textItem()), [Array(100).fill('x').join(',')], ['x']],
  ])('contains each value once (%#)', (schema, input, expected) => {
    expect(z.parse(schema, input)).toEqual(expected && new Set(expected));
  });

  const types = listParam(z.enum(['PO', 'UPL']));
  const empty = 'must not contain empty values; check for extra commas';
  const tooMany = 'must contain at most 100 values';
  const many = (count: number) => Array(count).fill('x').join(',');

  it.each<[string, z.core.$ZodType, unknown, readonly string[]]>([
    ...[',', 'a,', ',a', 'a,,b', 'a, ,b', ' , '].flatMap((text) =>
      [listParam, textListParam, repeatableListParam].map(
        (list): [string, z.core.$ZodType, unknown, string[]] => [
          'empty value',
          list(textItem()),
          [text],
          [empty],
        ],
      ),
    ),
    ['empty value', listText(digits), ' ', [empty]],
    ['value after the hundredth', listParam(textItem()), [many(101)], [tooMany]],
    ['value after the hundredth', repeatableListParam(textItem()), [many(60), many(60)], [tooMany]],
    ['invalid value', types, ['PO,XX, po'], ['"XX" is not one of PO, UPL', '"po" is not one of PO, UPL']],
    [
      'invalid value once',
      listText(digits),
      '1,x,10,x',
      ['"x" is not an integer from 0 to 9', '"10" is not an integer from 0 to 9'],
    ],
    [
      'value with its escapes',
      repeatableListParam(z.enum(['a'])),
      ['a', 'b"\n'],
      ['"b\\"\\n" is not one of a'],
    ],
    ['long value, shortened', types, ['😀'.repeat(41)], [`"${'😀'.repeat(40)}…" is not one of PO, UPL`]],
    ['value like a replacement pattern', types, ['$&'], ['"$&" is not one of PO, UPL']],
  ])('reports each %s (%#)', (_which, schema, input, expected) => {
    expect(messagesOf(schema, input)).toEqual(expected);
  });
});
