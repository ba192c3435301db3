import fc from 'fast-check';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type * as inBundles from '../../../../shared/on-demand/zod/index.ts';
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
  'a moment anywhere on Earth': [(zod) => zod.iso.datetime({ offset: true }), '2026-02-28T12:00:00+10:00'],
  'a moment in words of its own': [(zod) => zod.iso.datetime('must be a moment'), '2026-02-28T12:00:00Z'],
  'a date in words of its own': [(zod) => zod.coerce.date('must be a date'), '2026-02-28'],
  integers: [(zod) => zod.int().min(-3).max(7), 5],
  'integers of 32 bits': [(zod) => zod.int32(), -2_147_483_648],
  numbers: [(zod) => zod.number().positive(), 0.5],
  'a truth': [(zod) => zod.boolean(), true],
  'a literal': [(zod) => zod.literal(['a', 3, null]), 3],
  'an enumeration': [(zod) => zod.enum(oneOrTwo), '1'],
  'a list': [(zod) => zod.array(zod.int()).min(1).max(2), [1, 2]],
  'a list by its item': [(zod) => zod.string().array().length(1), ['a']],
  'a list of known length': [(zod) => zod.tuple([zod.int(), zod.string().nullable()]), [1, null]],
  'a list that may be shorter': [(zod) => zod.tuple([zod.int(), zod.string().optional()]), [1]],
  'a list of known beginning': [(zod) => zod.tuple([zod.int()], zod.string()), [1, 'a', 'b']],
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
  'an object of which some may be absent': [
    (zod) => zod.object({ a: zod.string(), b: zod.int() }).partial({ a: true }),
    { b: 1 },
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
  'an object that was put in the place of another': [
    (zod) =>
      zod.object({ a: zod.int() }).superRefine((_, context) => {
        context.value = { a: 3 };
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
  'values by some of the names': [
    (zod) => zod.partialRecord(zod.enum(oneOrTwo), zod.int().min(1)),
    { '2': 2 },
  ],
  'values by names that are known and refined': [
    (zod) =>
      zod.record(
        zod.enum(oneOrTwo).refine(() => true),
        zod.int(),
      ),
    { '2': 2, '1': 1 },
  ],
  'values by names that have a default': [
    (zod) => zod.record(zod.enum(oneOrTwo).default('1'), zod.int()),
    { '2': 2, '1': 1 },
  ],
  'values by names that anything has': [
    (zod) => zod.record(zod.enum(['toString', 'a']), zod.unknown()),
    { toString: 1, a: 2 },
  ],
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
  'what may be absent before it has a default': [
    (zod) => zod.object({ a: zod.string().optional().pipe(zod.string().default('x')) }),
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

describe('zod on demand: the length of a text', () => {
  it.each(['min', 'max', 'length'] as const)('is counted in characters: %s', (step) => {
    const lengthOf = (zod: Zod) => zod.string()[step](3);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d'), maxLength: 8 }), (text) => {
        expect(verdictOf(lengthOf(onDemand), text)).toEqual(verdictOf(lengthOf(z), text));
      }),
    );
  });
});

describe('zod on demand', () => {
  it('has in bundles all the names that functions use', () => {
    expectTypeOf<Exclude<keyof typeof wholeZod, keyof typeof inBundles>>().toBeNever();
  });

  it('knows no names that an object only inherits', () => {
    const schema = (zod: Zod) => zod.record(zod.enum(['toString']), zod.unknown());
    expect(verdictOf(schema(onDemand), { a: 1 })).toEqual(verdictOf(schema(z), { a: 1 }));
  });

  const judgedByZod = new Set([
    'a moment anywhere on Earth',
    'a moment in words of its own',
    'a date in words of its own',
    'a list that may be shorter',
    'a list of known beginning',
    'an object of which some may be absent',
    'an object that was put in the place of another',
    'values by names that have a default',
    'one or the other',
    'some of several',
    'values by names that are known later',
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
