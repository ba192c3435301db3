import { describe, expect, it } from 'vitest';
import { describedSchema, schemaChanges } from '../../../../infra/openapi/breaking/schema-changes.ts';

type Writer = 'client' | 'service';

const changes = (writer: Writer, former: unknown, next: unknown) =>
  schemaChanges({ former: describedSchema.parse(former), next: describedSchema.parse(next), writer }, '').map(
    ({ at, what }) => (at === '' ? what : `${at} ${what}`),
  );

/** A schema that takes less than another: breaks requests, and answers the other way round. */
const narrower: readonly (readonly [string, unknown, unknown, string])[] = [
  ['a type', { type: ['string', 'null'] }, { type: 'string' }, '"null"'],
  ['an integer of a number', { type: 'number' }, { type: 'integer' }, 'type: '],
  ['any type at all', {}, { type: 'string' }, 'type: '],
  ['an enum', { enum: ['a', 'b'] }, { enum: ['a'] }, 'enum: '],
  ['an enum where there was none', { type: 'string' }, { type: 'string', enum: ['a'] }, 'enum: '],
  ['a const of an enum', { enum: ['a', 'b'] }, { const: 'a' }, 'enum: '],
  ['a format', { type: 'string' }, { type: 'string', format: 'date' }, 'format: '],
  ['a pattern', { type: 'string' }, { type: 'string', pattern: '^a' }, 'pattern: '],
  ['minLength', { type: 'string' }, { type: 'string', minLength: 1 }, 'minLength: '],
  ['maxLength', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }, 'maxLength: '],
  ['minimum', { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 1 }, 'minimum: '],
  ['exclusiveMinimum', { type: 'number' }, { type: 'number', exclusiveMinimum: 0 }, 'exclusiveMinimum: '],
  ['maximum', { type: 'integer', maximum: 100 }, { type: 'integer', maximum: 50 }, 'maximum: '],
  ['exclusiveMaximum', { type: 'number' }, { type: 'number', exclusiveMaximum: 1 }, 'exclusiveMaximum: '],
  ['multipleOf', { type: 'number', multipleOf: 2 }, { type: 'number', multipleOf: 4 }, 'multipleOf: '],
  ['minItems', { type: 'array' }, { type: 'array', minItems: 1 }, 'minItems: '],
  ['maxItems', { type: 'array' }, { type: 'array', maxItems: 1 }, 'maxItems: '],
  ['uniqueItems', { type: 'array' }, { type: 'array', uniqueItems: true }, 'uniqueItems: '],
  ['minProperties', { type: 'object' }, { type: 'object', minProperties: 1 }, 'minProperties: '],
  ['maxProperties', { type: 'object' }, { type: 'object', maxProperties: 1 }, 'maxProperties: '],
  [
    'items',
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: { type: 'integer' } },
    '[] type: ',
  ],
  [
    'an item of a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, {}] },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] },
    '[1] type: ',
  ],
  [
    'a member',
    { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } },
    { type: 'object', properties: { a: { type: 'object', properties: { b: { maxLength: 1 } } } } },
    'a.b maxLength: ',
  ],
  [
    'all members that are not named',
    { type: 'object', additionalProperties: { type: 'number' } },
    { type: 'object', additionalProperties: { type: 'integer' } },
    '* type: ',
  ],
  ['an alternative', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }, '"null"'],
  [
    'something in an alternative',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] },
    'maxLength: none became 1',
  ],
  [
    'oneOf beside anyOf',
    { anyOf: [{ type: 'string' }], oneOf: [{ maxLength: 3 }] },
    { anyOf: [{ type: 'string' }], oneOf: [{ maxLength: 2 }] },
    'maxLength: 3 became 2',
  ],
  ['a part of a whole', { allOf: [{}] }, { allOf: [{ type: 'string' }] }, 'type: '],
];

describe('a schema', () => {
  it.each(narrower)('that narrows %s breaks requests, and no answers', (_, wide, narrow, what) => {
    expect(changes('client', wide, narrow)).toEqual([expect.stringContaining(what)]);
    expect(changes('service', wide, narrow)).toEqual([]);
  });

  it.each(narrower)('that widens %s breaks answers, and no requests', (_, wide, narrow) => {
    expect(changes('service', narrow, wide)).toHaveLength(1);
    expect(changes('client', narrow, wide)).toEqual([]);
  });

  it.each(['client', 'service'] as const)('breaks the %s by any change of what has no rule', (writer) => {
    const former = { type: 'object', propertyNames: { maxLength: 3 } };
    expect(changes(writer, former, { type: 'object' })).toEqual([
      'propertyNames: {"maxLength":3} became none',
    ]);
    expect(changes(writer, { type: 'object' }, former)).toHaveLength(1);
  });

  it.each(['client', 'service'] as const)('breaks no %s by its texts', (writer) => {
    const texts = { title: 'A', description: 'B', examples: ['c'], deprecated: true, 'x-note': 1 };
    expect(changes(writer, { type: 'string' }, { type: 'string', ...texts })).toEqual([]);
  });

  it.each([
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    [{ const: 'a' }, { enum: ['a'] }],
    [{ allOf: [{ type: 'string' }, { maxLength: 2 }] }, { type: 'string', maxLength: 2 }],
  ])('may be written in another way: %j as %j', (one, other) => {
    for (const writer of ['client', 'service'] as const) {
      expect(changes(writer, one, other)).toEqual([]);
      expect(changes(writer, other, one)).toEqual([]);
    }
  });
});

describe('an object', () => {
  const object = (properties: Record<string, unknown>, required: string[] = [], rest = {}) => ({
    type: 'object',
    properties,
    required,
    ...rest,
  });

  it('breaks answers and requests by a member that is gone', () => {
    for (const writer of ['client', 'service'] as const) {
      expect(changes(writer, object({ a: {} }), object({}))).toEqual(['a is gone']);
      expect(changes(writer, object({ a: {} }, ['a']), object({}))).toEqual(['a is gone']);
    }
  });

  it('breaks requests by a member that is required now, and answers by one that is no more', () => {
    expect(changes('client', object({ a: {} }), object({ a: {} }, ['a']))).toEqual(['a is now required']);
    expect(changes('service', object({ a: {} }), object({ a: {} }, ['a']))).toEqual([]);
    expect(changes('service', object({ a: {} }, ['a']), object({ a: {} }))).toEqual([
      'a may now be left out',
    ]);
    expect(changes('client', object({ a: {} }, ['a']), object({ a: {} }))).toEqual([]);
  });

  it('breaks requests by a new member that is required, and nobody by one that may be left out', () => {
    expect(changes('client', object({}), object({ a: {} }, ['a']))).toEqual(['a is new, and required']);
    expect(changes('client', object({}), object({ a: {} }))).toEqual([]);
    for (const required of [[], ['a']]) {
      const closed = { additionalProperties: false };
      expect(changes('service', object({}, [], closed), object({ a: {} }, required, closed))).toEqual([]);
    }
  });

  it('breaks requests where it is closed, and nobody where it is opened', () => {
    const closed = object({}, [], { additionalProperties: false });
    expect(changes('client', object({}), closed)).toEqual([expect.stringMatching(/^\* /)]);
    expect(changes('client', closed, object({}))).toEqual([]);
    expect(changes('service', closed, object({}))).toEqual([]);
    expect(changes('service', object({}), closed)).toEqual([]);
  });

  it('breaks requests by another default, and no answers', () => {
    const [former, next] = [object({ a: { default: 20 } }), object({ a: { default: 50 } })];
    expect(changes('client', former, next)).toEqual(['a default: 20 became 50']);
    expect(changes('client', former, object({ a: {} }))).toEqual(['a default: 20 became none']);
    expect(changes('client', object({ a: {} }), next)).toEqual([]);
    expect(changes('service', former, next)).toEqual([]);
  });
});
