import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type DescribedSchema,
  describedSchema,
  schemaChanges,
} from '../../../../infra/openapi/breaking/schema-changes.ts';

const small = fc.integer({ min: 0, max: 3 });
const texts = fc.constantFrom('', 'a', 'b', 'ab', 'abc');

const optional = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(members, { requiredKeys: [], noNullPrototype: true });
const withType = (type: string, members: Record<string, fc.Arbitrary<unknown>>) =>
  optional(members).map((limits) => ({ type, ...limits }));

/** Few words and small numbers, so that schemas and values often have to do with each other. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constant({}),
    fc.constantFrom({ type: 'null' }, { type: ['string', 'null'] }, { type: ['integer', 'string'] }),
    withType('string', { minLength: small, maxLength: small, pattern: fc.constantFrom('^a', 'b$') }),
    withType('string', { enum: fc.uniqueArray(texts, { minLength: 1 }) }),
    withType('integer', { minimum: small, maximum: small }),
    withType('number', { minimum: small, multipleOf: fc.constantFrom(1, 2) }),
    fc.constantFrom({ const: 'a' }, { const: null }),
    withType('array', { items: tie('schema'), minItems: small, maxItems: small }),
    // All name the same members: a new one may be of any type, as clients are to send none that they do not know.
    fc
      .tuple(
        fc.record({ a: tie('schema'), b: tie('schema') }, { noNullPrototype: true }),
        optional({
          required: fc.subarray(['a', 'b', 'c']),
          additionalProperties: fc.boolean(),
        }),
      )
      .map(([properties, others]) => ({ type: 'object', properties, ...others })),
    optional({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), type: fc.constant('string') }),
    optional({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 1 }) }),
  ),
}));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, 0.5, 1.5),
    small,
    texts,
    fc.array(tie('value'), { maxLength: 3 }),
    optional({ a: tie('value'), b: tie('value'), c: tie('value') }),
  ),
}));

const parsed = schema.map((one) => describedSchema.parse(one));
const ajv = new Ajv2020({ strict: false });
const takes = (one: DescribedSchema, sent: unknown): boolean => ajv.validate(one, sent);

it('what breaks no request refuses nothing that was taken', () => {
  const values = fc.array(value, { minLength: 20, maxLength: 20 });
  let compatible = 0;
  fc.assert(
    fc.property(parsed, parsed, values, (former, next, sent) => {
      fc.pre(schemaChanges({ former, next, writer: 'client' }, '').length === 0);
      compatible += 1;
      for (const one of sent)
        if (takes(former, one)) expect(takes(next, one), JSON.stringify(one)).toBe(true);
    }),
    { numRuns: 500, maxSkipsPerRun: 100 },
  );
  expect(compatible).toBeGreaterThanOrEqual(500);
});

it('a schema against itself breaks nobody', () => {
  fc.assert(
    fc.property(parsed, fc.constantFrom('client', 'service'), (one, writer) => {
      expect(schemaChanges({ former: one, next: structuredClone(one), writer }, '')).toEqual([]);
    }),
  );
});
