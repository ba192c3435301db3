import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkBill,
  cleanReference,
  trimReference,
} from '../../../../shared/domain/billing/bill-validation.ts';
import type { StoredBiller } from '../../../../shared/domain/billing/biller.ts';
import { patternMatcher } from '../../../../shared/domain/billing/reference-pattern.ts';
import { billerRecord } from '../../../../shared/domain/importing/biller-record.ts';
import { type ExpectedBiller, isPayable } from '../../../support/oracles/expected-bill.ts';

const biller: ExpectedBiller = {
  code: '1200',
  name: 'Wattle Water',
  organisation: 'Wattle Group',
  billType: 'WATER',
  status: 'ACTIVE',
  paymentMethods: ['CASH', 'DEBIT'],
  reference: { label: 'Account number', minLength: 1, maxLength: 120 },
};

/** Cleans and checks a bill, as validateBill does. */
const validate = (
  { reference, ...changes }: Omit<Partial<ExpectedBiller>, 'reference'> & { reference?: object },
  bill: { readonly reference: string; readonly amount?: number; readonly paymentMethod?: string },
) => {
  const line = { ...biller, ...changes, reference: { ...biller.reference, ...reference } };
  const stored: StoredBiller = billerRecord.parse(line);
  const { pattern, patternEvaluated } = stored.reference;
  const matches = pattern !== undefined && patternEvaluated ? patternMatcher(pattern) : undefined;
  const clean = cleanReference(bill.reference, matches);
  return { clean, checks: checkBill(stored, { ...bill, reference: clean }, matches) };
};

const failuresOf = (...args: Parameters<typeof validate>) =>
  validate(...args).checks.flatMap(({ result, reason }) => (result === 'FAILED' ? [reason] : []));

const resultsOf = (...args: Parameters<typeof validate>) =>
  validate(...args).checks.map(({ result }) => result);

const reference = '12345678903';

describe('a bill', () => {
  it('fails all checks at once, even if the biller is inactive', () => {
    const rules = { minLength: 5, maxLength: 9, pattern: '^[0-9]+$', checkDigit: 'MOD10V05' };
    const changes = { status: 'INACTIVE', minimumAmount: 10, maximumAmount: 20, reference: rules } as const;
    expect(failuresOf(changes, { reference: 'A1', amount: 9, paymentMethod: 'GOLD' })).toHaveLength(6);
    expect(validate(changes, { reference: '1234567890', amount: 21, paymentMethod: 'CASH' }).checks).toEqual([
      {
        check: 'BILLER',
        result: 'FAILED',
        reason: 'BILLER_INACTIVE',
        field: 'billerCode',
        detail: 'Wattle Water: bills cannot be paid at present.',
      },
      {
        check: 'REFERENCE_LENGTH',
        result: 'FAILED',
        reason: 'REFERENCE_TOO_LONG',
        field: 'reference',
        detail: 'Account number: must have 5 to 9 characters, not 10.',
        expected: { minLength: 5, maxLength: 9 },
      },
      { check: 'REFERENCE_PATTERN', result: 'PASSED' },
      {
        check: 'REFERENCE_CHECK_DIGIT',
        result: 'FAILED',
        reason: 'CHECK_DIGIT_MISMATCH',
        field: 'reference',
        detail: 'Account number: a digit is wrong or two are swapped.',
      },
      {
        check: 'AMOUNT',
        result: 'FAILED',
        reason: 'AMOUNT_TOO_HIGH',
        field: 'amount',
        detail: 'The amount must be at most $0.20.',
        expected: { minimumAmount: 10, maximumAmount: 20 },
      },
      { check: 'PAYMENT_METHOD', result: 'PASSED' },
    ]);
  });

  it('fails only the biller check if the biller is unknown', () => {
    const checks = checkBill(undefined, { reference, amount: 1, paymentMethod: 'CASH' }, undefined);
    expect(checks.map(({ result, reason }) => reason ?? result)).toEqual([
      'BILLER_UNKNOWN',
      ...Array(5).fill('NOT_APPLICABLE'),
    ]);
  });

  it.each([
    { checkDigit: 'MOD97' },
    { checkDigit: 'WEIGHTED' },
    { checkDigit: 'WEIGHTED', checkDigitRule: { weights: [1] } },
    { checkDigitRule: 'WEIGHTED' },
  ])('is not checked for its check digit with %j', (rules) => {
    expect(resultsOf({ reference: rules }, { reference })[3]).toBe('NOT_CHECKED');
  });

  it.each(['(\\d)\\1.*', '(?=1).*', '\\d{0,999}'.repeat(22), '[0-9]{0,999}'.repeat(330)])(
    'is not checked with the pattern %.30s',
    (pattern) => {
      expect(resultsOf({ reference: { pattern } }, { reference })[2]).toBe('NOT_CHECKED');
    },
  );
});

describe('a reference', () => {
  const blanks = '\t \u00a0\u2007\u202f';
  const hyphens = '-\u2010\u2011\u2012\u2013\u2014\u2015';

  it.each([...blanks, ...hyphens])('loses the separator %j between other characters', (separator) => {
    expect(validate({}, { reference: `123${separator}456` }).clean).toBe('123456');
  });

  it.each([...blanks])('is trimmed of %j, even if the pattern matches', (blank) => {
    const written = `${blank}${blank}1-2${blank}`;
    expect(trimReference(written)).toBe('1-2');
    expect(validate({ reference: { pattern: '.*' } }, { reference: written }).clean).toBe('1-2');
  });

  it.each(['\n', '\u2003', '\u3000', '_', '\u2212', '\ufeff'])(
    'keeps %j, which is not a separator',
    (other) => {
      expect(validate({}, { reference: `${other}1${other}2` }).clean).toBe(`${other}1${other}2`);
    },
  );

  it('keeps separators that the pattern requires, and counts them in its length but not in its check digit', () => {
    const rules = { pattern: '[0-9]{4} [0-9]{3}-[0-9]{4}', checkDigit: 'LUHN', minLength: 13, maxLength: 13 };
    expect(validate({ reference: rules }, { reference: ' 1234 567-8903 ' })).toMatchObject({
      clean: '1234 567-8903',
      checks: [{}, { result: 'PASSED' }, { result: 'PASSED' }, { result: 'PASSED' }, {}, {}],
    });
    expect(failuresOf({ reference: rules }, { reference: '1234-567-8903' })).toEqual([
      'REFERENCE_TOO_SHORT',
      'REFERENCE_FORMAT',
    ]);
  });

  it('loses separators that its pattern requires, if the pattern is not evaluated', () => {
    expect(validate({ reference: { pattern: '(?=1)1-2' } }, { reference: '1-2' }).clean).toBe('12');
  });

  it('has its length counted in code points', () => {
    expect(failuresOf({ reference: { minLength: 2, maxLength: 2 } }, { reference: '😀😀' })).toEqual([]);
  });
});

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const billers: fc.Arbitrary<ExpectedBiller> = fc
  .record({
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE'),
    amounts: fc.tuple(optional(fc.nat(50)), optional(fc.integer({ min: 50, max: 100 }))),
    paymentMethods: fc.subarray(['CASH', 'DEBIT', 'CREDIT']),
    lengths: fc.tuple(fc.nat(8), fc.integer({ min: 8, max: 14 })),
    pattern: fc.constantFrom(undefined, '^[0-9]+$', '[0-9]{8}', '[A-Z]?[0-9 -]{4,12}', '(\\d)\\1+'),
    checkDigit: fc.constantFrom(undefined, undefined, 'MOD10V01', 'luhn', 'MOD10V05', 'OTHER'),
  })
  .map(({ status, amounts, paymentMethods, lengths, pattern, checkDigit }) => ({
    ...biller,
    status,
    minimumAmount: amounts[0],
    maximumAmount: amounts[1],
    paymentMethods,
    reference: { label: 'Number', minLength: lengths[0], maxLength: lengths[1], pattern, checkDigit },
  }));

const bills = fc.record({
  reference: fc.oneof(
    fc.stringMatching(/^[0-9]{6,14}$/),
    fc.stringMatching(/^ ?[A-C0-9]{2,6}[ -]?[0-9]{0,6} ?$/),
    fc.constantFrom('12345678903', '8734 8538', '1234-5678905'),
  ),
  amount: fc.integer({ min: 0, max: 110 }),
  paymentMethod: fc.constantFrom('CASH', 'DEBIT', 'CREDIT', 'cash'),
});

it("matches a direct evaluation of the biller's fields for 1,000 random billers", async () => {
  const seen = new Set<boolean>();
  await fc.assert(
    fc.property(billers, bills, (listed, bill) => {
      const isValid = failuresOf(listed, bill).length === 0;
      expect(isValid).toBe(isPayable(listed, bill));
      seen.add(isValid);
    }),
    { numRuns: 1_000 },
  );
  expect(seen.size).toBe(2);
});
