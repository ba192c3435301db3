import { checkDigitFault, checkDigitRuleOf } from '../../shared/domain/billing/check-digit.ts';
import { draw, drawInteger, drawOne } from './draw.ts';
import { organisationWords } from './names.ts';

/** Bill types: code, name, description, and the last word in the names of their billers. */
const types = [
  ['ELECTRICITY', 'Electricity', 'Power for homes and businesses', 'Energy'],
  ['GAS', 'Gas', 'Mains and bottled gas', 'Gas'],
  ['WATER', 'Water', 'Water supply and sewerage', 'Water'],
  ['RATES', 'Council rates', 'Rates and charges of local councils', 'Shire Council'],
  ['TELEPHONE', 'Telephone and internet', 'Fixed lines, mobiles and internet access', 'Telecom'],
  ['INSURANCE', 'Insurance', 'Premiums of general and life insurance', 'Insurance'],
  ['HEALTH', 'Health', 'Hospitals, ambulance and health funds', 'Health'],
  ['TRANSPORT', 'Transport', 'Tolls, registration and fines', 'Roads'],
  ['EDUCATION', 'Education', 'Schools and colleges', 'College'],
  ['RENT', 'Rent', 'Rent and body corporate fees', 'Property'],
] as const;

export const sampleBillTypeLines = types.map(([code, name, description]) => ({ code, name, description }));

export function* sampleBillerLines(): Generator<Readonly<Record<string, unknown>>> {
  for (const [typeIndex, [billType, , , lastWord]] of types.entries()) {
    for (const [index, firstWord] of organisationWords.entries()) {
      const code = String(1_000 + typeIndex * 100 + index);
      const name = `${firstWord} ${lastWord}`;
      const digits = drawInteger(8, 12, code, 'digits');
      yield {
        code,
        name,
        shortName: name.slice(0, 20).toUpperCase(),
        organisation: `${firstWord} Group`,
        billType,
        status: draw(code, 'status') < 0.95 ? 'ACTIVE' : 'INACTIVE',
        minimumAmount: drawOne([100, 500, 1_000], code, 'minimum'),
        maximumAmount: drawOne([500_000, 1_000_000], code, 'maximum'),
        paymentMethods: drawOne([['CASH', 'DEBIT', 'CREDIT'], ['CASH', 'DEBIT'], ['DEBIT']], code, 'methods'),
        reference: {
          label: drawOne(['Account number', 'Customer reference', 'Payment number'], code, 'label'),
          minLength: digits,
          maxLength: digits,
          pattern: `^[0-9]{${digits}}$`,
          ...withExample(checkDigitOf(code), code, digits),
        },
      };
    }
  }
}

const weighted = {
  weights: [2, 3, 4, 5, 6, 7],
  from: 'RIGHT',
  products: 'ADD',
  modulus: 11,
  check: 'COMPLEMENT',
  ten: '0',
} as const;

const checkDigitOf = (code: string) => {
  const place = draw(code, 'check');
  if (place < 0.5) return { checkDigit: 'MOD10V01' };
  if (place < 0.6) return { checkDigit: 'MOD10V05' };
  return place < 0.7 ? { checkDigit: 'WEIGHTED', checkDigitRule: weighted } : {};
};

const withExample = (reference: ReturnType<typeof checkDigitOf>, code: string, digits: number) => {
  const rule = checkDigitRuleOf(reference);
  if (typeof rule !== 'object') return reference;
  const before = Array.from({ length: digits - 1 }, (_, index) => drawInteger(0, 9, code, 'example', index));
  const candidates = [...'0123456789'].map((last) => before.join('') + last);
  return { ...reference, examples: candidates.filter((each) => checkDigitFault(each, rule) === undefined) };
};
