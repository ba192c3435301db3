import { describe, expect, it } from 'vitest';
import { type Biller, biller, storedBiller } from '../../../../shared/domain/billing/biller.ts';
import { billerRecord, billTypeRecord } from '../../../../shared/domain/importing/biller-record.ts';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

const reference = { label: 'Customer number', minLength: 6, maxLength: 12 };
const minimal: Biller = {
  code: '0317',
  name: 'Metro Water',
  organisation: 'Metro Water Corporation',
  billType: 'UTILITIES',
  status: 'ACTIVE',
  paymentMethods: ['CASH'],
  reference,
};

const errorOf = (line: unknown): string | undefined => {
  const { error } = billerRecord.safeParse(line);
  return error && describeIssues(error);
};

describe('a line of the billers file', () => {
  it('keeps every field', () => {
    const full = {
      ...minimal,
      shortName: 'Water',
      status: 'INACTIVE',
      minimumAmount: 0,
      maximumAmount: 1_000_000,
      reference: { ...reference, pattern: '^[0-9]+$', checkDigit: 'MOD10V01' },
    };
    expect(billerRecord.parse(minimal)).toStrictEqual(minimal);
    const stored = { ...full, reference: { ...full.reference, patternEvaluated: true } };
    expect(billerRecord.parse(full)).toStrictEqual(stored);
    expect(storedBiller.parse(stored)).toStrictEqual(stored);
    expect(biller.parse(stored)).toStrictEqual(full);
  });

  it('keeps the check-digit rule and the examples, but does not show them to clients', () => {
    const rule = {
      weights: [3, 1],
      from: 'LEFT',
      products: 'ADD',
      modulus: 11,
      check: 'REMAINDER',
      ten: 'X',
    };
    const rules = { checkDigit: 'WEIGHTED', checkDigitRule: rule, examples: ['123', '4 5'] };
    const line = { ...minimal, reference: { ...reference, ...rules } };
    expect(billerRecord.parse(line)).toStrictEqual(line);
    expect(storedBiller.parse(line)).toStrictEqual(line);
    expect(biller.parse(line).reference).toStrictEqual({ ...reference, checkDigit: 'WEIGHTED' });
  });

  it.each([
    [{ checkDigitRule: {} }, /^weights: must be an array; from: must be one of LEFT, RIGHT; products/],
    [{ checkDigitRule: 'LEFT' }, /^must be an object$/],
    [{ examples: ['1', '2', '3', '4', '5', '6'] }, /^must have at most 5 examples$/],
    [{ examples: ['1', 2, ' '] }, /^\[1\]: must be text; \[2\]: is blank$/],
    [{ examples: ['1'.repeat(121)] }, /^\[0\]: must have at most 120 characters$/],
  ])('is valid despite the invalid %j, and keeps the reason', (rules, reason) => {
    const stored = billerRecord.parse({ ...minimal, reference: { ...reference, ...rules } });
    const [[member] = []] = Object.entries(rules);
    expect(stored.reference).toStrictEqual({
      ...reference,
      [String(member)]: expect.stringMatching(reason),
    });
    expect(storedBiller.parse(stored)).toStrictEqual(stored);
  });

  it('accepts any characters up to the limits', () => {
    const name = '😀'.repeat(120);
    const full = {
      ...minimal,
      code: name,
      name,
      organisation: name,
      paymentMethods: Array(50).fill(name),
      reference: { ...reference, pattern: '1'.repeat(4_000) },
    };
    expect(billerRecord.parse(full)).toStrictEqual(full);
    expect(biller.parse(full)).toStrictEqual(full);
  });

  it('ignores null, unknown and blank fields', () => {
    const blank = { ...minimal, shortName: ' ', reference: { ...reference, pattern: '', checkDigit: '' } };
    expect(billerRecord.parse(blank)).toStrictEqual(minimal);
    const line = {
      ...minimal,
      shortName: null,
      minimumAmount: null,
      reference: { ...reference, pattern: null, checkDigit: null, checkDigitRule: null, examples: null },
      logo: 'water.png',
    };
    expect(billerRecord.parse(line)).toStrictEqual(minimal);
  });

  it.each([
    ['code: is blank', { ...minimal, code: '' }],
    ['code: must have at most 120 characters', { ...minimal, code: '1'.repeat(121) }],
    ['code: must not begin with WPTEST-', { ...minimal, code: 'WPTEST-LENGTH' }],
    ['name: must have at most 120 characters', { ...minimal, name: 'x'.repeat(121) }],
    ['billType: must have at most 120 characters', { ...minimal, billType: '😀'.repeat(121) }],
    [
      'paymentMethods: must have at most 50 payment methods',
      { ...minimal, paymentMethods: Array(51).fill('A') },
    ],
    [
      'reference.pattern: must have at most 4000 characters',
      { ...minimal, reference: { ...reference, pattern: '1'.repeat(4_001) } },
    ],
    ['code: must be text', { ...minimal, code: 317 }],
    ['name: is missing', { ...minimal, name: undefined }],
    ['status: must be one of ACTIVE, INACTIVE', { ...minimal, status: 'active' }],
    ['minimumAmount: must be an integer', { ...minimal, minimumAmount: 1.5 }],
    ['minimumAmount: must not be negative', { ...minimal, minimumAmount: -1 }],
    [
      'maximumAmount: must not be less than minimumAmount',
      { ...minimal, minimumAmount: 2, maximumAmount: 1 },
    ],
    ['paymentMethods: must be an array', { ...minimal, paymentMethods: 'CASH' }],
    ['paymentMethods[0]: is blank', { ...minimal, paymentMethods: [''] }],
    ['reference: must be an object', { ...minimal, reference: null }],
    [
      'reference.maxLength: must not be less than minLength',
      { ...minimal, reference: { ...reference, maxLength: 5 } },
    ],
    [
      'reference.pattern: must be a regular expression',
      { ...minimal, reference: { ...reference, pattern: '(' } },
    ],
    ['must be an object', []],
  ])('is rejected with "%s"', (fault, line) => {
    expect(errorOf(line)).toBe(fault);
  });
});

describe('a line of the bill types file', () => {
  it('keeps every field, and ignores null and unknown fields', () => {
    const full = { code: 'UTILITIES', name: 'Utilities', description: 'Water, gas, power' };
    expect(billTypeRecord.parse(full)).toStrictEqual(full);
    expect(billTypeRecord.parse({ ...full, description: null, icon: 'tap' })).toStrictEqual({
      code: 'UTILITIES',
      name: 'Utilities',
    });
  });

  it.each([
    [{ code: '', name: 'Utilities' }, false],
    [{ code: 'UTILITIES' }, false],
    [{ code: 'UTILITIES', name: 'Utilities', description: 'x'.repeat(4_000) }, true],
    [{ code: 'UTILITIES', name: 'Utilities', description: 'x'.repeat(4_001) }, false],
  ])('requires a code and a name, and limits the description: %#', (line, isValid) => {
    expect(billTypeRecord.safeParse(line).success).toBe(isValid);
  });
});
