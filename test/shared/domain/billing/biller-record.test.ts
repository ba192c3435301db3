import { describe, expect, it } from 'vitest';
import { type Biller, biller } from '../../../../shared/domain/billing/biller.ts';
import { billerRecord, billTypeRecord } from '../../../../shared/domain/billing/biller-record.ts';
import { describeIssues } from '../../../../shared/domain/import-issue.ts';

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
  it('is the biller that it says', () => {
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

  it('may say null for what it does not have, and more than is known', () => {
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
    ['code: must be text', { ...least, code: 317 }],
    ['name: is missing', { ...least, name: undefined }],
    ['status: must be one of ACTIVE, INACTIVE', { ...least, status: 'active' }],
    ['minimumAmount: must be an integer', { ...least, minimumAmount: 1.5 }],
    ['minimumAmount: must not be negative', { ...least, minimumAmount: -1 }],
    ['maximumAmount: must not be less than minimumAmount', { ...least, minimumAmount: 2, maximumAmount: 1 }],
    ['paymentMethods: must be an array', { ...least, paymentMethods: 'CASH' }],
    ['paymentMethods[0]: is blank', { ...least, paymentMethods: [''] }],
    ['reference: is missing', { ...least, reference: null }],
    [
      'reference.maxLength: must not be less than minLength',
      { ...least, reference: { ...reference, maxLength: 5 } },
    ],
    [
      'reference.pattern: must be a regular expression',
      { ...least, reference: { ...reference, pattern: '(' } },
    ],
    ['must be an object', []],
  ])('is refused: %s', (fault, line) => {
    expect(complaint(line)).toBe(fault);
  });
});

describe('a line of the bill types file', () => {
  it('is the bill type that it says', () => {
    const full = { code: 'UTILITIES', name: 'Utilities', description: 'Water, gas, power' };
    expect(billTypeRecord.parse(full)).toStrictEqual(full);
    expect(billTypeRecord.parse({ ...full, description: null, icon: 'tap' })).toStrictEqual({
      code: 'UTILITIES',
      name: 'Utilities',
    });
  });

  it('is refused without a code or a name', () => {
    expect(billTypeRecord.safeParse({ code: '', name: 'Utilities' }).success).toBe(false);
    expect(billTypeRecord.safeParse({ code: 'UTILITIES' }).success).toBe(false);
  });
});
