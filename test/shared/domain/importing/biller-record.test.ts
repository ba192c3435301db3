import { describe, expect, it } from 'vitest';
import { type Biller, biller } from '../../../../shared/domain/billing/biller.ts';
import { billerRecord, billTypeRecord } from '../../../../shared/domain/importing/biller-record.ts';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

const reference = { label: 'Customer number', minLength: 6, maxLength: 12 };
const least: Biller = {
  code: '0317',
  name: 'Metro Water',
  organisation: 'Metro Water Corporation',
  billType: 'UTILITIES',
  status: 'ACTIVE',
  paymentMethods: ['CASH'],
  reference,
};

const complaint = (line: unknown): string | undefined => {
  const { error } = billerRecord.safeParse(line);
  return error && describeIssues(error);
};

describe('a line of the billers file', () => {
  it('keeps every field', () => {
    const full = {
      ...least,
      shortName: 'Water',
      status: 'INACTIVE',
      minimumAmount: 0,
      maximumAmount: 1_000_000,
      reference: { ...reference, pattern: '^[0-9]+$', checkDigit: 'MOD10V01' },
    };
    expect(billerRecord.parse(least)).toStrictEqual(least);
    expect(billerRecord.parse(full)).toStrictEqual(full);
    expect(biller.parse(full)).toStrictEqual(full);
  });

  it('accepts any characters up to the limits', () => {
    const name = '😀'.repeat(120);
    const full = {
      ...least,
      code: name,
      name,
      organisation: name,
      paymentMethods: Array(50).fill(name),
      reference: { ...reference, pattern: '1'.repeat(4_000) },
    };
    expect(billerRecord.parse(full)).toStrictEqual(full);
    expect(biller.parse(full)).toStrictEqual(full);
  });

  it('ignores null and unknown fields', () => {
    const line = {
      ...least,
      shortName: null,
      minimumAmount: null,
      reference: { ...reference, pattern: null, checkDigit: null },
      logo: 'water.png',
    };
    expect(billerRecord.parse(line)).toStrictEqual(least);
  });

  it.each([
    ['code: is blank', { ...least, code: '' }],
    ['code: must have at most 120 characters', { ...least, code: '1'.repeat(121) }],
    ['name: must have at most 120 characters', { ...least, name: 'x'.repeat(121) }],
    ['shortName: must have at most 120 characters', { ...least, shortName: 'x'.repeat(121) }],
    ['organisation: must have at most 120 characters', { ...least, organisation: 'x'.repeat(121) }],
    ['billType: must have at most 120 characters', { ...least, billType: '😀'.repeat(121) }],
    [
      'paymentMethods: must have at most 50 payment methods',
      { ...least, paymentMethods: Array(100_000).fill(0) },
    ],
    [
      'reference.pattern: must have at most 4000 characters',
      { ...least, reference: { ...reference, pattern: '1'.repeat(4_001) } },
    ],
    ['code: must be text', { ...least, code: 317 }],
    ['name: is missing', { ...least, name: undefined }],
    ['status: must be one of ACTIVE, INACTIVE', { ...least, status: 'active' }],
    ['minimumAmount: must be an integer', { ...least, minimumAmount: 1.5 }],
    ['minimumAmount: must not be negative', { ...least, minimumAmount: -1 }],
    ['maximumAmount: must not be less than minimumAmount', { ...least, minimumAmount: 2, maximumAmount: 1 }],
    ['paymentMethods: must be an array', { ...least, paymentMethods: 'CASH' }],
    ['paymentMethods[0]: is blank', { ...least, paymentMethods: [''] }],
    ['reference: must be an object', { ...least, reference: null }],
    [
      'reference.maxLength: must not be less than minLength',
      { ...least, reference: { ...reference, maxLength: 5 } },
    ],
    [
      'reference.pattern: must be a regular expression',
      { ...least, reference: { ...reference, pattern: '(' } },
    ],
    ['must be an object', []],
  ])('is rejected: %s', (fault, line) => {
    expect(complaint(line)).toBe(fault);
  });
});

describe('a line of the bill types file', () => {
  it('keeps every field, and ignores null and unknown ones', () => {
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
  ])('needs a code and a name, and limits its description: %#', (line, isValid) => {
    expect(billTypeRecord.safeParse(line).success).toBe(isValid);
  });
});
