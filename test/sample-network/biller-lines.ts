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

/** Bill types of the sample, as lines of an import file. */
export const sampleBillTypeLines = types.map(([code, name, description]) => ({ code, name, description }));

/** Billers of the sample, which are fictitious organisations, as lines of an import file. */
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
          ...(draw(code, 'check') < 0.5 ? { checkDigit: 'MOD10V01' } : {}),
        },
      };
    }
  }
}
