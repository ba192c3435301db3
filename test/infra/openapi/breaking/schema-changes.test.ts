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
  ['maximum', { type: 'integer', maximum: 100 }, { type: 'integer', maximum: 50 }, 'maximum: '],
  ['minItems', { type: 'array' }, { type: 'array', minItems: 1 }, 'minItems: '],
  ['maxItems', { type: 'array' }, { type: 'array', maxItems: 1 }, 'maxItems: '],
  [
    'items',
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: { type: 'integer' } },
    '[] type: ',
  ],
  [
    'a member',
    { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } },
    { type: 'object', properties: { a: { type: 'object', properties: { b: { maxLength: 1 } } } } },
    'a.b maxLength: ',
  ],
  ['an alternative', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }, '"null"'],
  [
    'something in an alternative',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] },
    'maxLength: none became 1',
  ],
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

  it.each([
    { propertyNames: { maxLength: 3 } },
    { additionalProperties: false },
    { allOf: [{ maxLength: 3 }] },
    { multipleOf: 2 },
  ])('breaks clients by any change of what has no rule: %j', (other) => {
    for (const writer of ['client', 'service'] as const) {
      expect(changes(writer, other, {})).toEqual([expect.stringMatching(/^\w+: .* became none$/)]);
      expect(changes(writer, {}, other)).toHaveLength(1);
    }
  });

  it('is not taken apart where its alternatives say something by the same keyword', () => {
    const former = { maxLength: 1, anyOf: [{ maxLength: 2 }, { type: 'null' }] };
    expect(changes('client', former, { anyOf: [{ maxLength: 2 }, { type: 'null' }] })).not.toEqual([]);
    expect(changes('client', former, structuredClone(former))).toEqual([]);
  });

  it.each(['client', 'service'] as const)('breaks no %s by its texts', (writer) => {
    const texts = { title: 'A', description: 'B', examples: ['c'], deprecated: true, 'x-note': 1 };
    expect(changes(writer, { type: 'string' }, { type: 'string', ...texts })).toEqual([]);
  });

  it.each([
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    [{ const: 'a' }, { enum: ['a'] }],
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

  it('breaks requests by another default, and no answers', () => {
    const [former, next] = [object({ a: { default: 20 } }), object({ a: { default: 50 } })];
    expect(changes('client', former, next)).toEqual(['a default: 20 became 50']);
    expect(changes('client', former, object({ a: {} }))).toEqual(['a default: 20 became none']);
    expect(changes('client', object({ a: {} }), next)).toEqual([]);
    expect(changes('service', former, next)).toEqual([]);
  });
});
