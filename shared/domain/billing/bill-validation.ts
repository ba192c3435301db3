import type { Biller, StoredBiller } from './biller.ts';
import { checkDigitFault, checkDigitRuleOf } from './check-digit.ts';

/** Checks of a bill, in the order of the response. */
export const billChecks = [
  'BILLER',
  'REFERENCE_LENGTH',
  'REFERENCE_PATTERN',
  'REFERENCE_CHECK_DIGIT',
  'AMOUNT',
  'PAYMENT_METHOD',
] as const;

/**
 * Results of a check. NOT_APPLICABLE: the biller has no rule for this check, the request has no value for it, or the
 * biller is unknown. NOT_CHECKED: the biller has a rule that Waypost cannot evaluate.
 */
export const checkResults = ['PASSED', 'FAILED', 'NOT_APPLICABLE', 'NOT_CHECKED'] as const;

export const failureReasons = [
  'BILLER_UNKNOWN',
  'BILLER_INACTIVE',
  'REFERENCE_TOO_SHORT',
  'REFERENCE_TOO_LONG',
  'REFERENCE_FORMAT',
  'CHECK_DIGIT_MISMATCH',
  'CHECK_DIGIT_CHARACTERS',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'PAYMENT_METHOD_NOT_ACCEPTED',
] as const;

/** Members of a bill that a check can refer to. */
export const billMembers = ['billerCode', 'reference', 'amount', 'paymentMethod'] as const;

/** A bill whose reference has been cleaned: see cleanReference. */
interface Bill {
  readonly reference: string;
  /** Amount in cents. */
  readonly amount?: number | undefined;
  readonly paymentMethod?: string | undefined;
}

/** Result of one check of a bill. The members after `result` are present only for a failed check. */
export interface BillCheck {
  check: (typeof billChecks)[number];
  result: (typeof checkResults)[number];
  reason?: (typeof failureReasons)[number];
  field?: (typeof billMembers)[number];
  /** Human-readable explanation. It never contains the correct check digit. */
  detail?: string;
  /** Values that the rule allows. */
  expected?: {
    minLength?: number;
    maxLength?: number;
    minimumAmount?: number | undefined;
    maximumAmount?: number | undefined;
    paymentMethods?: string[];
  };
}

export type ReferenceRules = StoredBiller['reference'];

/**
 * Returns whether the whole reference matches the biller's pattern. Undefined if the biller has no pattern, or one that
 * cannot be evaluated.
 */
export type MatchesPattern = ((reference: string) => boolean) | undefined;

/** Removes leading and trailing spaces from a reference. The result may be empty. */
export const trimReference = (reference: string): string => reference.replaceAll(blanksAtEnds, '');

/**
 * Removes separators that people add to a reference of a known biller: leading and trailing spaces, and also inner
 * spaces and hyphens unless the reference matches the biller's pattern with them. The result may be empty.
 */
export const cleanReference = (reference: string, matches: MatchesPattern): string => {
  const trimmed = trimReference(reference);
  return matches?.(trimmed) ? trimmed : withoutSeparators(trimmed);
};

/** Runs all checks on a bill. `biller` is undefined if no biller has the code. */
export const checkBill = (
  biller: StoredBiller | undefined,
  bill: Bill,
  matches: MatchesPattern,
): BillCheck[] =>
  biller
    ? [
        checkStatus(biller),
        ...checkReference(biller.reference, bill.reference, matches),
        checkAmount(biller, bill.amount),
        checkPaymentMethod(biller, bill.paymentMethod),
      ]
    : billChecks.map((check) =>
        check === 'BILLER'
          ? failed(check, 'BILLER_UNKNOWN', 'billerCode', 'No biller has this code.')
          : notApplicable(check),
      );

export const checkReference = (
  rules: ReferenceRules,
  reference: string,
  matches: MatchesPattern,
): BillCheck[] => [
  checkLength(rules, reference),
  checkPattern(rules, reference, matches),
  checkCheckDigit(rules, reference),
];

const blanks = '\\t\\u0020\\u00a0\\u2007\\u202f';
const blanksAtEnds = new RegExp(`^[${blanks}]+|[${blanks}]+$`, 'g');
const separators = new RegExp(`[${blanks}\\-\\u2010-\\u2015]`, 'g');

const withoutSeparators = (reference: string): string => reference.replaceAll(separators, '');

type Check = BillCheck['check'];

const passed = (check: Check): BillCheck => ({ check, result: 'PASSED' });
const notApplicable = (check: Check): BillCheck => ({ check, result: 'NOT_APPLICABLE' });
const notChecked = (check: Check): BillCheck => ({ check, result: 'NOT_CHECKED' });
const failed = (
  check: Check,
  reason: NonNullable<BillCheck['reason']>,
  field: NonNullable<BillCheck['field']>,
  detail: string,
  expected?: NonNullable<BillCheck['expected']>,
): BillCheck => ({ check, result: 'FAILED', reason, field, detail, ...(expected && { expected }) });

const checkStatus = ({ name, status }: Biller): BillCheck =>
  status === 'ACTIVE'
    ? passed('BILLER')
    : failed('BILLER', 'BILLER_INACTIVE', 'billerCode', `${name}: bills cannot be paid at present.`);

const checkLength = ({ label, minLength, maxLength }: ReferenceRules, reference: string): BillCheck => {
  const { length } = [...reference];
  if (length >= minLength && length <= maxLength) return passed('REFERENCE_LENGTH');
  const reason = length < minLength ? 'REFERENCE_TOO_SHORT' : 'REFERENCE_TOO_LONG';
  const range = minLength === maxLength ? `${minLength}` : `${minLength} to ${maxLength}`;
  const detail = `${label}: must have ${range} characters, not ${length}.`;
  return failed('REFERENCE_LENGTH', reason, 'reference', detail, { minLength, maxLength });
};

const checkPattern = (rules: ReferenceRules, reference: string, matches: MatchesPattern): BillCheck => {
  const check = 'REFERENCE_PATTERN';
  if (rules.pattern === undefined) return notApplicable(check);
  if (!matches) return notChecked(check);
  if (matches(reference)) return passed(check);
  const detail = `${rules.label}: does not match the biller's format.`;
  return failed(check, 'REFERENCE_FORMAT', 'reference', detail);
};

const checkCheckDigit = (rules: ReferenceRules, reference: string): BillCheck => {
  const check = 'REFERENCE_CHECK_DIGIT';
  const rule = checkDigitRuleOf(rules);
  if (rule === undefined) return notApplicable(check);
  if (typeof rule === 'string') return notChecked(check);
  const reason = checkDigitFault(withoutSeparators(reference), rule);
  if (reason === undefined) return passed(check);
  const detail =
    reason === 'CHECK_DIGIT_MISMATCH'
      ? 'a digit is wrong or two are swapped'
      : `must have two or more digits and nothing else${rule.ten === 'X' ? ', but may end with X' : ''}`;
  return failed(check, reason, 'reference', `${rules.label}: ${detail}.`);
};

const checkAmount = ({ minimumAmount, maximumAmount }: Biller, amount: number | undefined): BillCheck => {
  const check = 'AMOUNT';
  if (amount === undefined || (minimumAmount ?? maximumAmount) === undefined) return notApplicable(check);
  const expected = { minimumAmount, maximumAmount };
  if (minimumAmount !== undefined && amount < minimumAmount) {
    const detail = `The amount must be at least ${inDollars(minimumAmount)}.`;
    return failed(check, 'AMOUNT_TOO_LOW', 'amount', detail, expected);
  }
  if (maximumAmount !== undefined && amount > maximumAmount) {
    const detail = `The amount must be at most ${inDollars(maximumAmount)}.`;
    return failed(check, 'AMOUNT_TOO_HIGH', 'amount', detail, expected);
  }
  return passed(check);
};

const inDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** An empty list means that the source does not know the biller's payment methods, so they are not checked. */
const checkPaymentMethod = ({ paymentMethods }: Biller, paymentMethod: string | undefined): BillCheck => {
  const check = 'PAYMENT_METHOD';
  if (paymentMethod === undefined || paymentMethods.length === 0) return notApplicable(check);
  if (paymentMethods.includes(paymentMethod)) return passed(check);
  const detail = 'The biller does not accept this payment method.';
  return failed(check, 'PAYMENT_METHOD_NOT_ACCEPTED', 'paymentMethod', detail, { paymentMethods });
};
