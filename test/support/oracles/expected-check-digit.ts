import type { CheckDigitRule } from '../../../shared/domain/billing/check-digit.ts';

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
