import { describe, expect, it } from 'vitest';
import {
  checkBill,
  cleanReference,
  trimReference,
} from '../../../../shared/domain/billing/bill-validation.ts';
import type { StoredBiller } from '../../../../shared/domain/billing/biller.ts';
import { patternMatcher } from '../../../../shared/domain/billing/reference-pattern.ts';
import { billerRecord } from '../../../../shared/domain/importing/biller-record.ts';
import type { ExpectedBiller } from '../../../support/oracles/expected-bill.ts';

const biller: ExpectedBiller = {
  code: '1200',
  name: 'Wattle Water',
  organisation: 'Wattle Group',
  billType: 'WATER',
  status: 'ACTIVE',
  paymentMethods: ['CASH', 'DEBIT'],
  reference: { label: 'Account number', minLength: 1, maxLength: 120 },
};

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
