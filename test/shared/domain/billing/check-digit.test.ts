import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckDigitRule,
  checkDigitFault,
  checkDigitRule,
  checkDigitRuleOf,
} from '../../../../shared/domain/billing/check-digit.ts';
import { expectedFault } from '../../../support/oracles/expected-check-digit.ts';

const ruleNamed = (checkDigit: string): CheckDigitRule => {
  const rule = checkDigitRuleOf({ checkDigit });
  if (typeof rule !== 'object') throw new Error(`${checkDigit} is not checked`);
  return rule;
};

const v01 = ruleNamed('MOD10V01');
const v05 = ruleNamed('MOD10V05');

const isRight = (reference: string, rule: CheckDigitRule) => checkDigitFault(reference, rule) === undefined;

const withDigit = (reference: string, index: number, digit: string) =>
  reference.slice(0, index) + digit + reference.slice(index + 1);

/** Every reference with one different digit: the position of the digit from 1, the difference, and the reference. */
const changesOf = (reference: string) =>
  [...reference].flatMap((digit, index) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => ({
        position: index + 1,
        by: Math.abs(Number(other) - Number(digit)),
        changed: withDigit(reference, index, other),
      })),
  );

/** Every reference with two different adjacent digits transposed, and the position of the first from 1. */
const swapsOf = (reference: string) =>
  [...reference].slice(1).flatMap((second, index) => {
    const first = reference.charAt(index);
    if (first === second) return [];
    const swapped = withDigit(withDigit(reference, index, second), index + 1, first);
    return [{ position: index + 1, digits: first + second, swapped }];
  });

describe('MOD10V01, or Luhn', () => {
  const vectors = ['12345678903', '100004563', '89557136'];

  it.each([...vectors, '00', '18', '87348538'])('accepts %s', (reference) => {
    expect(checkDigitFault(reference, v01)).toBeUndefined();
  });

  it.each(vectors)('detects each wrong digit of %s', (reference) => {
    for (const { changed } of changesOf(reference))
      expect(checkDigitFault(changed, v01), changed).toBe('CHECK_DIGIT_MISMATCH');
  });

  it.each([...vectors, '1095', '5902'])(
    'detects each transposition in %s, except of 0 and 9',
    (reference) => {
      for (const { digits, swapped } of swapsOf(reference))
        expect(isRight(swapped, v01), swapped).toBe(isRight(reference, v01) && /^(09|90)$/.test(digits));
    },
  );
});

describe('MOD10V05', () => {
  const vectors = ['12345678905', '400079231', '87348538'];
  const isMissed = (length: number) => (change: { position: number; by: number }) =>
    change.position < length &&
    (change.position % 10 === 0 ||
      (change.position % 2 === 0 && change.by === 5) ||
      (change.position % 5 === 0 && change.by % 2 === 0));

  it.each([...vectors, '00', '11'])('accepts %s', (reference) => {
    expect(checkDigitFault(reference, v05)).toBeUndefined();
  });

  it.each(vectors)('detects each wrong digit of %s that the scheme can detect', (reference) => {
    for (const { changed, ...change } of changesOf(reference))
      expect(isRight(changed, v05), changed).toBe(isMissed(reference.length)(change));
  });

  it.each(vectors)('detects each transposition before the check digit of %s', (reference) => {
    for (const { position, swapped } of swapsOf(reference))
      if (position < reference.length - 1) expect(isRight(swapped, v05), swapped).toBe(false);
  });

  it('does not detect a transposition with the check digit', () => {
    expect(isRight('87348583', v05)).toBe(true);
  });
});

it('distinguishes V01 from V05', () => {
  const both = ['12345678903', '12345678905', '100004563', '400079231', '89557136', '87348538'];
  expect(both.map((reference) => [isRight(reference, v01), isRight(reference, v05)])).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
    [true, false],
    [true, true],
  ]);
});

it.each(['MOD10V01', 'luhn', 'Mod 10 V01', 'MOD-10_V01', 'L-U-H-N'])(
  'reads the scheme %s as Luhn',
  (name) => {
    expect(checkDigitRuleOf({ checkDigit: name })).toEqual(v01);
  },
);

const weighted: CheckDigitRule = {
  weights: [1, 2, 3, 4, 5, 6, 7, 8],
  from: 'LEFT',
  products: 'ADD',
  modulus: 10,
  check: 'REMAINDER',
};

it.each([
  [{}, undefined],
  [{ checkDigit: 'weighted', checkDigitRule: weighted }, weighted],
  [{ checkDigit: 'MOD97' }, 'unknown scheme MOD97'],
  [{ checkDigit: 'MOD10V1' }, 'unknown scheme MOD10V1'],
  [{ checkDigit: 'MOD10V05', checkDigitRule: weighted }, 'checkDigitRule without WEIGHTED'],
  [{ checkDigitRule: weighted }, 'checkDigitRule without WEIGHTED'],
  [{ checkDigit: 'WEIGHTED' }, 'WEIGHTED without checkDigitRule'],
  [{ checkDigit: 'WEIGHTED', checkDigitRule: 'from: is missing' }, 'from: is missing'],
])('finds the rule of %j', (reference, rule) => {
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
  it('can express MOD10V05 for nine digits', async () => {
    await fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9}$/), (reference) => {
        expect(checkDigitFault(reference, weighted)).toBe(checkDigitFault(reference, v05));
      }),
    );
  });

  const modulus11 = { ...weighted, weights: [2], modulus: 11 } as const;

  it.each([
    ['X', ['5X', '5x'], ['50', '5A', '51']],
    ['0', ['50'], ['5X', '51']],
    ['INVALID', [], ['50', '51', '59']],
  ] as const)('writes the value 10 as %s', (ten, right, wrong) => {
    const rule: CheckDigitRule = { ...modulus11, ten };
    for (const reference of right) expect(checkDigitFault(reference, rule), reference).toBeUndefined();
    for (const reference of wrong) expect(checkDigitFault(reference, rule), reference).toBeDefined();
    // 4 × 2 is 8.
    expect(checkDigitFault('48', rule)).toBeUndefined();
  });

  it('distinguishes a wrong X from an X that is not allowed', () => {
    expect(checkDigitFault('4X', { ...modulus11, ten: 'X' })).toBe('CHECK_DIGIT_MISMATCH');
    expect(checkDigitFault('X8', { ...modulus11, ten: 'X' })).toBe('CHECK_DIGIT_CHARACTERS');
    expect(checkDigitFault('5X', { ...modulus11, ten: '0' })).toBe('CHECK_DIGIT_CHARACTERS');
    expect(checkDigitFault('50', { ...modulus11, ten: 'INVALID' })).toBe('CHECK_DIGIT_MISMATCH');
  });

  it('reads a complement equal to the modulus as 0', () => {
    expect(checkDigitFault('550', { ...weighted, weights: [1], check: 'COMPLEMENT' })).toBeUndefined();
    const rule: CheckDigitRule = { ...modulus11, weights: [1], check: 'COMPLEMENT', ten: 'X' };
    expect(checkDigitFault('000', rule)).toBeUndefined();
    expect(checkDigitFault('01X', rule)).toBeUndefined();
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
    [{ ...weighted, weights: [] }],
    [{ ...weighted, weights: [0, 0] }],
    [{ ...weighted, weights: Array(31).fill(1) }],
    [{ ...weighted, weights: [100] }],
    [{ ...weighted, weights: [-1] }],
    [{ ...weighted, weights: [1.5] }],
    [{ ...weighted, weights: 1 }],
    [{ ...weighted, from: 'left' }],
    [{ ...weighted, products: 'MULTIPLY' }],
    [{ ...weighted, modulus: 9 }],
    [{ ...weighted, modulus: 11 }],
    [{ ...weighted, ten: 'X' }],
    [{ ...weighted, modulus: 11, ten: 'x' }],
    [{ ...weighted, check: undefined }],
    ['WEIGHTED'],
  ])('rejects the rule %j', (rule) => {
    expect(checkDigitRule.safeParse(rule).success).toBe(false);
  });
});
