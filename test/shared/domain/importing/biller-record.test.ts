import { describe, expect, it } from 'vitest';
import { type Biller, biller, storedBiller } from '../../../../shared/domain/billing/biller.ts';
import { billerRecord, billTypeRecord } from '../../../../shared/domain/importing/biller-record.ts';
import { issuesIn } from './issues-in.ts';

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

describe('a line of the billers file', () => {
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
    const texts = { code: name, name, organisation: name, paymentMethods: Array(50).fill(name) };
    const full = { ...minimal, ...texts, reference: { ...reference, pattern: '1'.repeat(4_000) } };
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
    ['code: is blank', { code: '' }],
    ['code: must have at most 120 characters', { code: '1'.repeat(121) }],
    ['code: must not begin with WPTEST-', { code: 'WPTEST-LENGTH' }],
    ['code: must be text', { code: 317 }],
    ['name: is missing', { name: undefined }],
    ['billType: must have at most 120 characters', { billType: '😀'.repeat(121) }],
    ['status: must be one of ACTIVE, INACTIVE', { status: 'active' }],
    ['minimumAmount: must be an integer', { minimumAmount: 1.5 }],
    ['minimumAmount: must not be negative', { minimumAmount: -1 }],
    ['maximumAmount: must not be less than minimumAmount', { minimumAmount: 2, maximumAmount: 1 }],
    ['paymentMethods: must have at most 50 payment methods', { paymentMethods: Array(51).fill('A') }],
    ['paymentMethods: must be an array', { paymentMethods: 'CASH' }],
    ['paymentMethods[0]: is blank', { paymentMethods: [''] }],
    ['reference: must be an object', { reference: null }],
    ['reference.maxLength: must not be less than minLength', { reference: { ...reference, maxLength: 5 } }],
    ['reference.pattern: must be a regular expression', { reference: { ...reference, pattern: '(' } }],
    [
      'reference.pattern: must have at most 4000 characters',
      { reference: { ...reference, pattern: '1'.repeat(4_001) } },
    ],
  ])('is rejected with "%s"', (fault, fields) => {
    expect(issuesIn(billerRecord, { ...minimal, ...fields })).toBe(fault);
  });

  it('is rejected if it is not an object', () => {
    expect(issuesIn(billerRecord, [])).toBe('must be an object');
  });
});

it('a line of the bill types file keeps every field, and ignores null and unknown fields', () => {
  const full = { code: 'UTILITIES', name: 'Utilities', description: 'x'.repeat(4_000) };
  expect(billTypeRecord.parse(full)).toStrictEqual(full);
  expect(billTypeRecord.parse({ ...full, description: null, icon: 'tap' })).toStrictEqual({
    code: 'UTILITIES',
    name: 'Utilities',
  });
  expect(issuesIn(billTypeRecord, { code: '', description: 'x'.repeat(4_001) })).toBe(
    'code: is blank; name: is missing; description: must have at most 4000 characters',
  );
});
