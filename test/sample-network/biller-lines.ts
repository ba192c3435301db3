import { draw, drawInteger, drawOne } from './draw.ts';

const types: readonly [string, string, string][] = [
  ['ELECTRICITY', 'Electricity', 'Power for homes and businesses'],
  ['GAS', 'Gas', 'Mains and bottled gas'],
  ['WATER', 'Water', 'Water supply and sewerage'],
  ['RATES', 'Council rates', 'Rates and charges of local councils'],
  ['TELEPHONE', 'Telephone and internet', 'Fixed lines, mobiles and internet access'],
  ['INSURANCE', 'Insurance', 'Premiums of general and life insurance'],
  ['HEALTH', 'Health', 'Hospitals, ambulance and health funds'],
  ['TRANSPORT', 'Transport', 'Tolls, registration and fines'],
  ['EDUCATION', 'Education', 'Schools and colleges'],
  ['RENT', 'Rent', 'Rent and body corporate fees'],
];

/** The bill types of the sample, as lines of an import file. */
export const sampleBillTypeLines = types.map(([code, name, description]) => ({ code, name, description }));

const firstWords: readonly [string, ...string[]] = [
  'Wattle',
  'Bilby',
  'Banksia',
  'Kookaburra',
  'Ironbark',
  'Lorikeet',
  'Saltbush',
  'Quokka',
  'Waratah',
  'Brolga',
  'Jacaranda',
  'Wombat',
  'Spinifex',
  'Currawong',
  'Numbat',
  'Boronia',
  'Galah',
  'Mulga',
  'Pademelon',
  'Grevillea',
];

const secondWords: Readonly<Record<string, string>> = {
  ELECTRICITY: 'Energy',
  GAS: 'Gas',
  WATER: 'Water',
  RATES: 'Shire Council',
  TELEPHONE: 'Telecom',
  INSURANCE: 'Insurance',
  HEALTH: 'Health',
  TRANSPORT: 'Roads',
  EDUCATION: 'College',
  RENT: 'Property',
};

/** Billers of the sample, made-up organisations, as lines of an import file. */
export function* sampleBillerLines(): Generator<Readonly<Record<string, unknown>>> {
  for (const [typeIndex, [billType]] of types.entries()) {
    for (const [index, firstWord] of firstWords.entries()) {
      const code = String(1_000 + typeIndex * 100 + index);
      const name = `${firstWord} ${secondWords[billType]}`;
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
