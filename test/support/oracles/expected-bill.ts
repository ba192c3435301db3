import type { Biller } from '../../../shared/domain/billing/biller.ts';
import type { CheckDigitRule } from '../../../shared/domain/billing/check-digit.ts';

/** A biller as the list of billers shows it. */
export type ExpectedBiller = Biller;

/** A bill as sent, with a reference of at most 120 characters. */
export interface SentBill {
  readonly reference: string;
  readonly amount?: number | undefined;
  readonly paymentMethod?: string | undefined;
}

const blanks = ['\t', ' ', '\u00a0', '\u2007', '\u202f'];
const hyphens = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015'];

/** Removes blanks at both ends, one character at a time. */
export const trimmed = (reference: string): string => {
  const characters = [...reference];
  while (blanks.includes(characters[0] ?? '')) characters.shift();
  while (blanks.includes(characters.at(-1) ?? '')) characters.pop();
  return characters.join('');
};

const joined = (reference: string): string =>
  [...reference].filter((character) => !blanks.includes(character) && !hyphens.includes(character)).join('');

/** Whether V8 interprets the pattern as specified. It does if the pattern has no back-references or lookaround. */
const isEvaluated = (pattern: string) => !/\\[1-9]|\(\?[=!<]/.test(pattern);

const matches = (pattern: string, reference: string) => new RegExp(`^(?:${pattern})$`, 'su').test(reference);

/** Returns the reference without separators, unless it matches the biller's pattern as typed. */
export const cleaned = ({ pattern }: ExpectedBiller['reference'], reference: string): string => {
  const ends = trimmed(reference);
  return pattern !== undefined && isEvaluated(pattern) && matches(pattern, ends) ? ends : joined(ends);
};

const luhn = {
  weights: [2, 1],
  from: 'RIGHT',
  products: 'ADD_DIGITS',
  modulus: 10,
  check: 'COMPLEMENT',
} as const;
const v05 = {
  weights: Array.from({ length: 120 }, (_, index) => index + 1),
  from: 'LEFT',
  products: 'ADD',
  modulus: 10,
  check: 'REMAINDER',
} as const;
const schemes: Readonly<Record<string, typeof luhn | typeof v05>> = {
  MOD10V01: luhn,
  LUHN: luhn,
  MOD10V05: v05,
};

type Result = 'PASSED' | 'NOT_APPLICABLE' | 'NOT_CHECKED' | { readonly reason: string };

/** Returns the expected result of each check of a known biller's bill, derived directly from the biller's fields. */
export const expectedChecks = (biller: ExpectedBiller, bill: SentBill): Readonly<Record<string, Result>> => {
  const { minLength, maxLength, pattern, checkDigit } = biller.reference;
  const reference = cleaned(biller.reference, bill.reference);
  const { minimumAmount: low, maximumAmount: high, paymentMethods } = biller;
  const failedIf = (isFailed: boolean, reason: string): Result => (isFailed ? { reason } : 'PASSED');

  const byPattern = (): Result => {
    if (pattern === undefined) return 'NOT_APPLICABLE';
    if (!isEvaluated(pattern)) return 'NOT_CHECKED';
    return failedIf(!matches(pattern, reference), 'REFERENCE_FORMAT');
  };
  const byCheckDigit = (): Result => {
    if (checkDigit === undefined) return 'NOT_APPLICABLE';
    const scheme = schemes[checkDigit.toUpperCase()];
    if (scheme === undefined) return 'NOT_CHECKED';
    const fault = expectedFault(joined(reference), scheme);
    return fault === undefined ? 'PASSED' : { reason: fault };
  };
  const byAmount = (): Result => {
    if (bill.amount === undefined || (low === undefined && high === undefined)) return 'NOT_APPLICABLE';
    if (low !== undefined && bill.amount < low) return { reason: 'AMOUNT_TOO_LOW' };
    return failedIf(high !== undefined && bill.amount > high, 'AMOUNT_TOO_HIGH');
  };
  const { length } = [...reference];
  return {
    BILLER: failedIf(biller.status === 'INACTIVE', 'BILLER_INACTIVE'),
    REFERENCE_LENGTH:
      length < minLength
        ? { reason: 'REFERENCE_TOO_SHORT' }
        : failedIf(length > maxLength, 'REFERENCE_TOO_LONG'),
    REFERENCE_PATTERN: byPattern(),
    REFERENCE_CHECK_DIGIT: byCheckDigit(),
    AMOUNT: byAmount(),
    PAYMENT_METHOD:
      bill.paymentMethod === undefined || paymentMethods.length === 0
        ? 'NOT_APPLICABLE'
        : failedIf(!paymentMethods.includes(bill.paymentMethod), 'PAYMENT_METHOD_NOT_ACCEPTED'),
  };
};

/** Returns the fault of a reference, computed digit by digit, independently of the product's code. */
export const expectedFault = (
  reference: string,
  rule: CheckDigitRule,
): 'CHECK_DIGIT_MISMATCH' | 'CHECK_DIGIT_CHARACTERS' | undefined => {
  const before = reference.split('');
  const last = before.pop() ?? '';
  if (before.length === 0) return 'CHECK_DIGIT_CHARACTERS';
  for (const character of before) if (!'0123456789'.includes(character)) return 'CHECK_DIGIT_CHARACTERS';
  if (!'0123456789'.includes(last) && !(rule.ten === 'X' && (last === 'X' || last === 'x')))
    return 'CHECK_DIGIT_CHARACTERS';
  let sum = 0;
  for (let index = 0; index < before.length; index++) {
    const place = rule.from === 'LEFT' ? index : before.length - 1 - index;
    const product = Number(before[index]) * Number(rule.weights[place % rule.weights.length]);
    if (rule.products === 'ADD') sum += product;
    else for (const digit of String(product)) sum += Number(digit);
  }
  let value = sum % rule.modulus;
  if (rule.check === 'COMPLEMENT') value = rule.modulus - value;
  if (value === rule.modulus) value = 0;
  const tens = { X: ['X', 'x'], '0': ['0'], INVALID: [] };
  const right = value === 10 ? tens[rule.ten ?? 'INVALID'] : [String(value)];
  return right.includes(last) ? undefined : 'CHECK_DIGIT_MISMATCH';
};
