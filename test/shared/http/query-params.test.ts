import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  formOf,
  integerParam,
  integerText,
  listParam,
  listText,
  numberParam,
  numberText,
  type ParameterForm,
  repeatableListParam,
  textItem,
  textListParam,
  textParam,
} from '../../../shared/http/query-params.ts';

const itemTooLong = `each value must be at most 120 characters long; "${'x'.repeat(40)}…" is not`;

const messagesOf = (schema: z.core.$ZodType, input: unknown) =>
  z.safeParse(schema, input).error?.issues.map(({ message }) => message);

describe('a parameter with one value', () => {
  it('is undefined if it is absent or empty', () => {
    for (const schema of [integerParam(0, 9), numberParam(0, 9), textParam(), listParam(textItem())]) {
      expect(schema.parse(undefined)).toBeUndefined();
      expect(schema.parse([''])).toBeUndefined();
      expect(z.object({ name: schema }).parse({})).toEqual({});
    }
  });

  it('is rejected if it is repeated, even if the values are equal or one is empty', () => {
    for (const repeated of ['1,2', '1,1', ',1', '1,', ',']) {
      const values = repeated.split(',');
      expect(messagesOf(integerParam(0, 9), values)).toEqual(['must not be repeated']);
      expect(messagesOf(listParam(textItem()), values)).toEqual(['must not be repeated']);
    }
  });
});

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
    for (const text of ['', ' 1', '1 ', '+1', '1.0', '1e2', '0x1', '1\n', '１', '1001', '-6', 'NaN', '--1']) {
      expect(messagesOf(schema, text), text).toEqual(['must be an integer from -5 to 1000']);
    }
  });

  it('accepts no other string that Number would convert', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const { success } = integerText(-9, 9).safeParse(text);
        expect(success).toBe(/^-?\d+$/.test(text) && Number(text) >= -9 && Number(text) <= 9);
      }),
    );
  });
});

describe('a number', () => {
  it('is a decimal with an optional exponent', () => {
    const parse = (text: string) => numberParam(-180, 180).parse([text]);
    expect(['1', '-1.5', '1e1', '1e01', '1.5E-3', '-1.8e+2'].map(parse)).toEqual([
      1, -1.5, 10, 10, 0.0015, -180,
    ]);
    const invalid = ['.5', '5.', '1e', 'e1', '1e400', 'Infinity', 'NaN', '1,5', '+1', ' 1', '180.0000001'];
    for (const text of invalid) {
      expect(messagesOf(numberParam(-180, 180), [text]), text).toEqual([
        'must be a decimal number from -180 to 180',
      ]);
    }
  });
});

describe('a list', () => {
  it('contains each value once', () => {
    expect(listParam(textItem()).parse(['a,b,a'])).toEqual(new Set(['a', 'b']));
    expect(listText(integerText(0, 9)).parse('3,1,3')).toEqual(new Set([3, 1]));
    expect(repeatableListParam(textItem()).parse(['a,b', '', 'c'])).toEqual(new Set(['a', 'b', 'c']));
  });

  it('trims spaces and tabs around values, but no other white space', () => {
    expect(listParam(textItem()).parse([' a ,\tb c\t'])).toEqual(new Set(['a', 'b c']));
    expect(listText(integerText(0, 9)).parse('3 ,\t1')).toEqual(new Set([3, 1]));
    expect(repeatableListParam(textItem()).parse([' a', ' ', 'c '])).toEqual(new Set(['a', 'c']));
    expect(listParam(textItem()).parse(['a\n,\u00a0b'])).toEqual(new Set(['a\n', '\u00a0b']));
  });

  it('is absent if it contains only spaces', () => {
    for (const list of [listParam, textListParam, repeatableListParam])
      expect(list(textItem()).parse([' \t '])).toBeUndefined();
    expect(listParam(integerText(0, 9)).parse([' \t '])).toBeUndefined();
  });

  it('rejects empty values', () => {
    const empty = 'must not contain empty values; check for extra commas';
    for (const text of [',', 'a,', ',a', 'a,,b', 'a, ,b', ' , ']) {
      for (const list of [listParam, textListParam, repeatableListParam])
        expect(messagesOf(list(textItem()), [text]), text).toEqual([empty]);
      expect(messagesOf(listText(textItem()), text), text).toEqual([empty]);
    }
    expect(messagesOf(listText(integerText(0, 9)), ' ')).toEqual([empty]);
  });

  const types = listParam(z.enum(['PO', 'UPL']));
  it.each<[string, z.core.$ZodType, unknown, readonly string[]]>([
    ['value', types, ['PO,XX, po'], ['"XX" is not one of PO, UPL', '"po" is not one of PO, UPL']],
    [
      'value once',
      listText(integerText(0, 9)),
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
    ...['$&', "$'", '$`', '$$', '$1'].map((value): [string, z.core.$ZodType, unknown, string[]] => [
      `value ${value}`,
      types,
      [value],
      [`${JSON.stringify(value)} is not one of PO, UPL`],
    ]),
  ])('reports each invalid %s', (_which, schema, input, expected) => {
    expect(messagesOf(schema, input)).toEqual(expected);
  });

  it('of strings does not also count as one string if it is too long', () => {
    const texts = textListParam(textItem());
    expect(texts.parse([`${'x'.repeat(120)},y`])).toEqual(new Set(['x'.repeat(120), 'y']));
    expect(messagesOf(texts, [`${'x'.repeat(121)},y`])).toEqual([itemTooLong]);
    expect(texts.parse([` ${'x'.repeat(118)},y`])).toEqual(
      new Set(['x'.repeat(118), 'y', `${'x'.repeat(118)},y`]),
    );
  });

  it('has at most 100 values', () => {
    const values = (count: number) => Array(count).fill('x').join(',');
    expect(listParam(textItem()).parse([values(100)])).toEqual(new Set(['x']));
    expect(messagesOf(listParam(textItem()), [values(101)])).toEqual(['must contain at most 100 values']);
    expect(messagesOf(repeatableListParam(textItem()), [values(60), values(60)])).toEqual([
      'must contain at most 100 values',
    ]);
  });
});

it('rejects values that are not strings', () => {
  const schemas = [integerParam(0, 9), textParam(), listParam(textItem()), repeatableListParam(textItem())];
  for (const schema of schemas) {
    for (const values of ['1', 1, null, [1], [null], {}]) {
      expect(schema.safeParse(values).success, JSON.stringify(values)).toBe(false);
    }
  }
  for (const value of [1, null, undefined, ['1']]) {
    expect(integerText(0, 9).safeParse(value).success, JSON.stringify(value)).toBe(false);
  }
});

describe('the form of a parameter for OpenAPI', () => {
  const formOfGiven = (schema: z.core.$ZodOptional) => formOf(schema._zod.def.innerType);

  it('includes the minimum and maximum of a number', () => {
    const integer: ParameterForm = { type: 'integer', minimum: -1, maximum: 9 };
    const number: ParameterForm = { type: 'number', minimum: -90, maximum: 90 };
    expect([formOf(integerText(-1, 9)), formOfGiven(integerParam(-1, 9))]).toEqual([integer, integer]);
    expect([formOf(numberText(-90, 90)), formOfGiven(numberParam(-90, 90))]).toEqual([number, number]);
  });

  it('includes the maximum length of a string in characters', () => {
    const text: ParameterForm = { type: 'string', maxLength: 120 };
    expect([formOf(textItem()), formOfGiven(textParam())]).toEqual([text, text]);
  });

  it('includes the values of a list, their maximum number, and whether the parameter can be repeated', () => {
    const items = z.enum(['PO', 'UPL']);
    const list: ParameterForm = { type: 'array', items, maxItems: 100, repeatable: false };
    expect(formOf(listText(items))).toEqual(list);
    expect(formOfGiven(listParam(items))).toEqual(list);
    expect(formOfGiven(textListParam(items))).toEqual(list);
    expect(formOfGiven(repeatableListParam(items))).toEqual({ ...list, repeatable: true });
    expect(formOf(listText(items))).toHaveProperty('items', items);
  });

  it('is undefined for an ordinary schema', () => {
    expect(formOf(z.string())).toBeUndefined();
  });
});
