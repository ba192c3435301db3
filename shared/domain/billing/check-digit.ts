import * as z from 'zod/mini';

const integerWithin = (minimum: number, maximum: number) => {
  const range = `must be an integer from ${minimum} to ${maximum}`;
  return z.int(range).check(z.minimum(minimum, range), z.maximum(maximum, range));
};

const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const weightCount = 'must have 1 to 30 weights';

/** Rule by which the last character of a reference is computed from the digits before it. */
export const checkDigitRule = z
  .object(
    {
      /** Weights of the digits before the check digit, repeated if there are more digits. */
      weights: z.readonly(
        z.array(integerWithin(0, 99), 'must be an array').check(
          z.minLength(1, weightCount),
          z.maxLength(30, weightCount),
          z.refine((weights) => weights.some((weight) => weight !== 0), 'must not all be 0'),
        ),
      ),
      /** Digit to which the first weight applies: the leftmost digit, or the digit next to the check digit. */
      from: oneOf('LEFT', 'RIGHT'),
      /** Whether to add the products or their digits. */
      products: oneOf('ADD', 'ADD_DIGITS'),
      modulus: z.literal([10, 11], 'must be 10 or 11'),
      /** Value of the check digit: the remainder of the sum, or modulus − remainder (0 if that equals the modulus). */
      check: oneOf('REMAINDER', 'COMPLEMENT'),
      /** Check digit for the value 10: `X` or `x`, `0`, or none, so that no reference with this value is valid. */
      ten: z.optional(oneOf('X', '0', 'INVALID')),
    },
    'must be an object',
  )
  .check(
    z.refine(({ modulus, ten }) => (modulus === 11) === (ten !== undefined), {
      path: ['ten'],
      message: 'is required with modulus 11 and not allowed with 10',
    }),
  );
export type CheckDigitRule = z.infer<typeof checkDigitRule>;

const luhn: CheckDigitRule = {
  weights: [2, 1],
  from: 'RIGHT',
  products: 'ADD_DIGITS',
  modulus: 10,
  check: 'COMPLEMENT',
};

/** The weight of a digit is its position modulo 10. */
const positions: CheckDigitRule = {
  weights: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0],
  from: 'LEFT',
  products: 'ADD',
  modulus: 10,
  check: 'REMAINDER',
};

/** Rules by scheme name, in capitals and without separators. Other scheme names are ambiguous or unknown. */
const ruleByName = new Map([
  ['LUHN', luhn],
  ['MOD10V01', luhn],
  ['MOD10V05', positions],
]);

/**
 * Returns the rule for a reference's check digit, or the reason why it cannot be checked; undefined if there is no
 * check digit. Scheme names are compared without regard to case, spaces, `-` and `_`.
 */
export const checkDigitRuleOf = ({
  checkDigit,
  checkDigitRule: ownRule,
}: {
  /** Name of the scheme. */
  readonly checkDigit?: string | undefined;
  /** Rule for the scheme `WEIGHTED`, or the reason why the imported rule is invalid. */
  readonly checkDigitRule?: CheckDigitRule | string | undefined;
}): CheckDigitRule | string | undefined => {
  if (checkDigit === undefined && ownRule === undefined) return undefined;
  const name = checkDigit?.replaceAll(/[\s_-]/g, '').toUpperCase();
  if (name === 'WEIGHTED') return ownRule ?? 'WEIGHTED without checkDigitRule';
  if (ownRule !== undefined) return 'checkDigitRule without WEIGHTED';
  return ruleByName.get(name ?? '') ?? `unknown scheme ${checkDigit}`;
};

/** Returns why a reference's last character is wrong, or undefined. The reference has no spaces or hyphens. */
export const checkDigitFault = (
  reference: string,
  rule: CheckDigitRule,
): 'CHECK_DIGIT_MISMATCH' | 'CHECK_DIGIT_CHARACTERS' | undefined => {
  const form = rule.ten === 'X' ? /^[0-9]+[0-9Xx]$/ : /^[0-9]{2,}$/;
  if (!form.test(reference)) return 'CHECK_DIGIT_CHARACTERS';
  const isRight = reference.slice(-1).toUpperCase() === checkCharacter(reference.slice(0, -1), rule);
  return isRight ? undefined : 'CHECK_DIGIT_MISMATCH';
};

/** Returns the check digit of these digits; undefined if the value is 10 and the rule has no check digit for it. */
const checkCharacter = (digits: string, rule: CheckDigitRule): string | undefined => {
  const { weights, from, products, modulus, check, ten } = rule;
  const inOrder = Array.from(digits, Number);
  if (from === 'RIGHT') inOrder.reverse();
  const sum = inOrder
    .map((digit, index) => digit * (weights[index % weights.length] ?? 0))
    .reduce((total, product) => total + (products === 'ADD' ? product : digitSum(product)), 0);
  const remainder = sum % modulus;
  const value = check === 'REMAINDER' ? remainder : (modulus - remainder) % modulus;
  if (value < 10) return String(value);
  return ten === 'INVALID' ? undefined : ten;
};

/** Sums the digits of a product, which has at most three digits. */
const digitSum = (product: number): number =>
  Math.floor(product / 100) + (Math.floor(product / 10) % 10) + (product % 10);
