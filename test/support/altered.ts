import fc from 'fast-check';

type Json = unknown;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (value: Readonly<Record<string, Json>>, left: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== left));

/** Replacement of a valid value: of the same type, of another, or none. */
const anotherValue = fc.oneof(
  fc.constantFrom<Json>(
    undefined,
    null,
    '',
    ' ',
    '0',
    '5',
    '-1',
    '1e3',
    'PO',
    'PO,UPL',
    0,
    -1,
    1.5,
    2 ** 53,
    true,
  ),
  fc.constantFrom<Json>(
    Number.NaN,
    [],
    {},
    [''],
    ['1', '2'],
    '2026-02-29T00:00:00Z',
    '2024-02-29T23:59:59.5Z',
  ),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.double(),
  fc.array(fc.string(), { maxLength: 3 }),
);

/** Generates the value with one member changed, removed or added at any depth. */
export const altered = (value: Json): fc.Arbitrary<Json> => {
  const inside: fc.Arbitrary<Json>[] = [anotherValue];
  if (Array.isArray(value)) {
    inside.push(
      fc.constant(value.slice(1)),
      ...value
        .slice(0, 3)
        .map((item: Json, index) =>
          altered(item).map((other) => value.map((each: Json, place) => (place === index ? other : each))),
        ),
    );
  } else if (isObject(value)) {
    const names = Object.keys(value);
    if (names.length > 0) {
      inside.push(
        fc.constantFrom(...names).map((name) => without(value, name)),
        fc
          .constantFrom(...names)
          .chain((name) => altered(value[name]).map((other) => ({ ...value, [name]: other }))),
      );
    }
    inside.push(
      fc
        .tuple(fc.constantFrom('toString', 'constructor', 'more'), anotherValue)
        .map(([name, added]) => ({ ...value, [name]: added })),
    );
  }
  return fc.oneof(...inside);
};
