import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import wholeZod from '../../../../shared/on-demand/zod/whole-zod.ts';
import { zodOnDemand } from '../../../../shared/on-demand/zod/zod-on-demand.ts';
import { altered } from '../../../support/altered.ts';

type Zod = typeof z;

let loads = 0;
const standIn = zodOnDemand(() => {
  loads += 1;
  return wholeZod;
});
/** It has of zod what functions use of it, and is put in its place where nobody looks at types any more. */
const onDemand = standIn as unknown as Zod;

beforeEach(() => {
  loads = 0;
});

const trimmed = (text: string) => text.trim();
const isEven = (number: number) => number % 2 === 0;
const oneOrTwo = ['1', '2'] as const;

/** Each step and each kind of schema, and something that it takes. */
const cases: Readonly<Record<string, readonly [make: (zod: Zod) => z.ZodType, good: unknown]>> = {
  text: [(zod) => zod.string().min(2).max(4), 'abc'],
  'text of a length': [(zod) => zod.string().length(3), 'äöü'],
  'text of a pattern': [(zod) => zod.string().regex(/^\d+$/), '123'],
  'text that is trimmed': [(zod) => zod.string().trim().min(1), ' a '],
  'a moment': [(zod) => zod.iso.datetime(), '2026-02-28T12:00:00.123Z'],
  integers: [(zod) => zod.int().min(-3).max(7), 5],
  'integers of 32 bits': [(zod) => zod.int32(), -2_147_483_648],
  numbers: [(zod) => zod.number().positive(), 0.5],
  'a truth': [(zod) => zod.boolean(), true],
  'a literal': [(zod) => zod.literal(['a', 3, null]), 3],
  'an enumeration': [(zod) => zod.enum(oneOrTwo), '1'],
  'a list': [(zod) => zod.array(zod.int()).min(1).max(2), [1, 2]],
  'a list by its item': [(zod) => zod.string().array().length(1), ['a']],
  'an object': [
    (zod) => zod.object({ a: zod.string(), b: zod.int().optional(), c: zod.boolean().default(true) }),
    { b: 1, a: 'x', d: 'left out' },
  ],
  'a strict object': [
    (zod) => zod.strictObject({ a: zod.string().nullable(), b: zod.int().nullish() }),
    { a: null, b: null },
  ],
  'an object that was extended': [
    (zod) => zod.object({ a: zod.string() }).extend({ b: zod.unknown() }).partial(),
    { b: [1] },
  ],
  'an object that was refined': [
    (zod) =>
      zod
        .object({ a: zod.int(), b: zod.int() })
        .refine(({ a, b }) => a <= b, { path: ['b'], message: 'must not be less' }),
    { a: 1, b: 1 },
  ],
  'an object that was refined by issues': [
    (zod) =>
      zod.object({ a: zod.int() }).superRefine(({ a }, context) => {
        if (!isEven(a)) context.addIssue('must be even');
      }),
    { a: 2 },
  ],
  'an object that is refined under a condition': [
    (zod) =>
      zod.object({ a: zod.int(), b: zod.int() }).superRefine(
        ({ a, b }, context) => {
          if (a > b) context.addIssue('must not be less');
        },
        { when: ({ value }) => typeof value === 'object' && value !== null && 'a' in value && value.a !== 3 },
      ),
    { a: 3, b: 1 },
  ],
  'values by name': [(zod) => zod.record(zod.string().min(1), zod.int()), { a: 1, b: 2 }],
  'values by names that are known': [(zod) => zod.record(zod.enum(oneOrTwo), zod.int()), { '2': 2, '1': 1 }],
  'values by names that are known later': [
    (zod) =>
      zod.record(
        zod.lazy(() => zod.enum(oneOrTwo)),
        zod.int(),
      ),
    { '2': 2, '1': 1 },
  ],
  'what is made later': [(zod) => zod.lazy(() => zod.object({ a: zod.int() })), { a: 1 }],
  'what is in what is made later': [(zod) => zod.lazy(() => zod.object({ a: zod.int() })).unwrap(), { a: 1 }],
  'text that becomes a number': [(zod) => zod.string().regex(/^\d+$/).transform(Number), '12'],
  'a transform that may refuse': [
    (zod) =>
      zod.object({
        a: zod
          .transform((value: unknown, context) => {
            if (typeof value === 'string') return trimmed(value);
            context.addIssue('must be text');
            return zod.NEVER;
          })
          .optional(),
      }),
    { a: ' x ' },
  ],
  'a transform alone in an object': [(zod) => zod.object({ a: zod.transform((value) => [value]) }), { a: 1 }],
  'one after the other': [(zod) => zod.string().transform(trimmed).pipe(zod.enum(oneOrTwo)), ' 1 '],
  'a default after what may be absent': [
    (zod) => zod.object({ a: zod.int().optional().default(5), b: zod.int().default(6).optional() }),
    {},
  ],
  'one or the other': [(zod) => zod.string().length(4).or(zod.literal('')), ''],
  'some of several': [(zod) => zod.union([zod.string(), zod.array(zod.tuple([zod.int()]))]), [[1]]],
  described: [(zod) => zod.object({ a: zod.string() }).meta({ id: 'A' }).optional(), { a: 'a' }],
};

const verdictOf = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value);
  // As text as well, which has the order of what an object consists of.
  return success ? { data, text: JSON.stringify(data) } : { issues: error.issues };
};

describe.each(Object.entries(cases))('zod on demand: %s', (_, [make, good]) => {
  it('takes, gives and refuses what zod does', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(good), altered(good), fc.anything()), (value) => {
        expect(verdictOf(make(onDemand), value)).toEqual(verdictOf(make(z), value));
      }),
      { numRuns: 300 },
    );
  });
});

describe('zod on demand', () => {
  const judgedByZod = new Set([
    'one or the other',
    'some of several',
    'values by names that are known later',
    'a transform alone in an object',
  ]);

  it.each(Object.entries(cases).filter(([name]) => !judgedByZod.has(name)))(
    'takes what is good without zod: %s',
    (_, [make, good]) => {
      expect(make(onDemand).safeParse(good).success).toBe(true);
      expect(loads).toBe(0);
    },
  );

  it('has zod look at whatever it refuses', () => {
    expect(() => onDemand.string().parse(5)).toThrow(z.ZodError);
    expect(loads).toBe(1);
  });

  it('leaves a schema to zod whose values only zod knows to be good', () => {
    let asked = 0;
    const counted = onDemand.object({
      a: onDemand.string().refine(() => {
        asked += 1;
        return true;
      }),
      b: onDemand.union([onDemand.string(), onDemand.int()]),
    });
    counted.parse({ a: 'a', b: 1 });
    asked = 0;
    counted.parse({ a: 'a', b: 1 });
    expect(asked).toBe(1);
  });

  it('is no promise', async () => {
    await Promise.resolve(onDemand.string());
    expect(loads).toBe(0);
  });
});
