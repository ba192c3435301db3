import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckDigitRule,
  checkDigitFault,
  checkDigitRule,
  checkDigitRuleOf,
} from '../../../../shared/domain/billing/check-digit.ts';
import { expectedFault } from '../../../support/oracles/expected-bill.ts';

const ruleNamed = (checkDigit: string): CheckDigitRule => {
  const rule = checkDigitRuleOf({ checkDigit });
  if (typeof rule !== 'object') throw new Error(`${checkDigit} is not checked`);
  return rule;
};

const v01 = ruleNamed('MOD10V01');
const v05 = ruleNamed('MOD10V05');

const weighted: CheckDigitRule = {
  weights: [1, 2, 3, 4, 5, 6, 7, 8],
  from: 'LEFT',
  products: 'ADD',
  modulus: 10,
  check: 'REMAINDER',
};
const modulus11 = { ...weighted, weights: [2], modulus: 11 } as const;

it.each([
  ['12345678903', true, false],
  ['12345678905', false, true],
  ['100004563', true, false],
  ['400079231', false, true],
  ['89557136', true, false],
  ['87348538', true, true],
  // V05 does not detect a transposition with the check digit.
  ['87348583', false, true],
  ['00', true, true],
  ['18', true, false],
  ['11', false, true],
])('%s is valid by MOD10V01, or Luhn: %s, and by MOD10V05: %s', (reference, isV01, isV05) => {
  expect(checkDigitFault(reference, v01)).toBe(isV01 ? undefined : 'CHECK_DIGIT_MISMATCH');
  expect(checkDigitFault(reference, v05)).toBe(isV05 ? undefined : 'CHECK_DIGIT_MISMATCH');
});

it.each([
  ...['MOD10V01', 'luhn', 'Mod 10 V01', 'MOD-10_V01', 'L-U-H-N'].map((checkDigit) => [{ checkDigit }, v01]),
  [{}, undefined],
  [{ checkDigit: 'weighted', checkDigitRule: weighted }, weighted],
  [{ checkDigit: 'MOD97' }, 'unknown scheme MOD97'],
  [{ checkDigit: 'MOD10V1' }, 'unknown scheme MOD10V1'],
  [{ checkDigit: 'MOD10V05', checkDigitRule: weighted }, 'checkDigitRule without WEIGHTED'],
  [{ checkDigitRule: weighted }, 'checkDigitRule without WEIGHTED'],
  [{ checkDigit: 'WEIGHTED' }, 'WEIGHTED without checkDigitRule'],
  [{ checkDigit: 'WEIGHTED', checkDigitRule: 'from: is missing' }, 'from: is missing'],
] as [Parameters<typeof checkDigitRuleOf>[0], unknown][])('finds the rule of %j', (reference, rule) => {
  expect(checkDigitRuleOf(reference)).toEqual(rule);
});

it.each(['', '7', 'A', 'X', '12 3', '12-3', '1234A', 'A1234', '12X', '１２', '1.5', '+12', '12\n'])(
  'rejects %j, which is too short or has characters that are not digits',
  (reference) => {
    expect(checkDigitFault(reference, v01)).toBe('CHECK_DIGIT_CHARACTERS');
    expect(checkDigitFault(reference, v05)).toBe('CHECK_DIGIT_CHARACTERS');
  },
);

describe('WEIGHTED', () => {
  it.each([
    ['X', ['5X', '5x', '48'], ['50', '5A', '51']],
    ['0', ['50', '48'], ['5X', '51']],
    ['INVALID', ['48'], ['50', '51', '59']],
  ] as const)('writes the value 10 as %s', (ten, right, wrong) => {
    const rule: CheckDigitRule = { ...modulus11, ten };
    for (const reference of right) expect(checkDigitFault(reference, rule), reference).toBeUndefined();
    for (const reference of wrong) expect(checkDigitFault(reference, rule), reference).toBeDefined();
  });

  it('distinguishes a wrong X from an X that is not allowed', () => {
    expect(checkDigitFault('4X', { ...modulus11, ten: 'X' })).toBe('CHECK_DIGIT_MISMATCH');
    expect(checkDigitFault('5X', { ...modulus11, ten: '0' })).toBe('CHECK_DIGIT_CHARACTERS');
  });

  it('reads a complement equal to the modulus as 0', () => {
    expect(checkDigitFault('550', { ...weighted, weights: [1], check: 'COMPLEMENT' })).toBeUndefined();
  });

  const rules: fc.Arbitrary<CheckDigitRule> = fc
    .record({
      weights: fc
        .array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 30 })
        .filter((weights) => weights.some((weight) => weight > 0)),
      from: fc.constantFrom('LEFT', 'RIGHT'),
      products: fc.constantFrom('ADD', 'ADD_DIGITS'),
      check: fc.constantFrom('REMAINDER', 'COMPLEMENT'),
      ten: fc.constantFrom(undefined, 'X', '0', 'INVALID'),
    })
    .map(
      ({ ten, ...rule }): CheckDigitRule =>
        ten === undefined ? { ...rule, modulus: 10 } : { ...rule, modulus: 11, ten },
    );

  it('matches a naive implementation for random rules, and accepts at most one digit', async () => {
    await fc.assert(
      fc.property(rules, fc.stringMatching(/^[0-9]{0,40}$/), (rule, digits) => {
        expect(checkDigitRule.parse(rule)).toEqual(rule);
        const right = [...'0123456789Xx'].filter((last) => {
          const fault = checkDigitFault(digits + last, rule);
          expect(fault, digits + last).toBe(expectedFault(digits + last, rule));
          return fault === undefined;
        });
        expect(new Set(right.map((last) => last.toUpperCase())).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    { weights: [] },
    { weights: [0, 0] },
    { weights: Array(31).fill(1) },
    { weights: [100] },
    { weights: [-1] },
    { weights: [1.5] },
    { weights: 1 },
    { from: 'left' },
    { products: 'MULTIPLY' },
    { modulus: 9 },
    { modulus: 11 },
    { ten: 'X' },
    { modulus: 11, ten: 'x' },
    { check: undefined },
  ])('rejects a rule with %j', (part) => {
    expect(checkDigitRule.safeParse({ ...weighted, ...part }).success).toBe(false);
  });
});
