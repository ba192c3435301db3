/** Billers and bill types of invented organisations, as lines of the import format. */

export interface FixtureBiller {
  readonly code: string;
  readonly name: string;
  readonly shortName?: string;
  readonly organisation: string;
  readonly billType: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly minimumAmount?: number;
  readonly maximumAmount?: number;
  readonly paymentMethods: readonly string[];
  readonly reference: {
    readonly label: string;
    readonly minLength: number;
    readonly maxLength: number;
    readonly pattern?: string;
    readonly checkDigit?: string;
  };
}

export interface FixtureBillType {
  readonly code: string;
  readonly name: string;
  readonly description?: string;
}

export const fixtureBillTypes: readonly FixtureBillType[] = [
  { code: 'ELECTRICITY', name: 'Electricity', description: 'Supply and network charges' },
  { code: 'GAS', name: 'Gas' },
  { code: 'INSURANCE', name: 'Insurance', description: 'Premiums of home, car and health insurance' },
  { code: 'RATES', name: 'Council rates' },
  { code: 'TELEPHONE', name: 'Telephone and internet' },
  { code: 'WATER', name: 'Water' },
];

const accountNumber = { label: 'Account number', minLength: 8, maxLength: 12, pattern: '^[0-9]{8,12}$' };
const policyNumber = { label: 'Policy number', minLength: 6, maxLength: 10 };
const assessmentNumber = {
  label: 'Assessment number',
  minLength: 9,
  maxLength: 9,
  pattern: '^[0-9]{9}$',
  checkDigit: 'MOD10V01',
};

type Kept = Pick<FixtureBiller, 'code' | 'name' | 'organisation' | 'billType'> & Partial<FixtureBiller>;

const active = (biller: Kept): FixtureBiller => ({
  status: 'ACTIVE',
  paymentMethods: ['CASH', 'CARD'],
  reference: accountNumber,
  ...biller,
});

/** Shires that all bill alike: codes 2000, 2001 and so on. */
const shires = [
  'Banksia',
  'Bellbird',
  'Boronia',
  'Coolabah',
  'Currawong',
  'Grevillea',
  'Jarrah',
  'Karri',
  'Kurrajong',
  'Lomandra',
  'Magpie',
  'Mallee',
  'Mulga',
  'Quandong',
  'Saltbush',
  'Spinifex',
  'Tingle',
  'Waratah',
  'Wattle',
  'Wollemi',
].map((name, index) =>
  active({
    code: String(2000 + index),
    name: `Shire of ${name} rates`,
    organisation: `Shire of ${name}`,
    billType: 'RATES',
    reference: assessmentNumber,
  }),
);

export const fixtureBillers: readonly FixtureBiller[] = [
  active({
    code: '0101',
    name: 'Southern Light electricity',
    shortName: 'STHN LIGHT',
    organisation: 'Southern Light',
    billType: 'ELECTRICITY',
    minimumAmount: 500,
    maximumAmount: 1_000_000,
  }),
  active({ code: '0102', name: 'Southern Light gas', organisation: 'Southern Light', billType: 'GAS' }),
  active({
    code: '0103',
    name: 'Southern Light (old accounts)',
    organisation: 'Southern Light',
    billType: 'ELECTRICITY',
    status: 'INACTIVE',
  }),
  active({ code: '0201', name: 'Harbour Energy', organisation: 'Harbour Energy', billType: 'ELECTRICITY' }),
  active({ code: '0202', name: 'Harbour Energy gas', organisation: 'HARBOUR ENERGY', billType: 'GAS' }),
  active({ code: '0301', name: 'Plains Gas', organisation: 'Plains Gas', billType: 'GAS', minimumAmount: 0 }),
  active({ code: '0401', name: 'Billabong Water', organisation: 'Billabong Water', billType: 'WATER' }),
  active({ code: '0402', name: 'Artesian Water', organisation: 'Artesian Water', billType: 'WATER' }),
  active({
    code: '0403',
    name: 'Dry Creek Water',
    organisation: 'Dry Creek Water',
    billType: 'WATER',
    status: 'INACTIVE',
  }),
  active({ code: '0501', name: 'Galah Mobile', organisation: 'Galah', billType: 'TELEPHONE' }),
  active({ code: '0502', name: 'Galah Internet', organisation: 'Galah', billType: 'TELEPHONE' }),
  active({
    code: '0503',
    name: 'Far Call',
    organisation: 'Far Call',
    billType: 'TELEPHONE',
    paymentMethods: ['CASH'],
  }),
  active({
    code: '0601',
    name: 'Evergreen Home Insurance',
    organisation: 'Evergreen Mutual',
    billType: 'INSURANCE',
    reference: policyNumber,
  }),
  active({
    code: '0602',
    name: 'Evergreen Car Insurance',
    organisation: 'Evergreen Mutual',
    billType: 'INSURANCE',
    reference: policyNumber,
  }),
  active({
    code: '0603',
    name: 'Été Assurance',
    organisation: 'Été Assurance',
    billType: 'INSURANCE',
    reference: policyNumber,
    paymentMethods: [],
  }),
  ...shires,
  active({ code: 'A-1 [VIC]', name: 'Odd code', organisation: 'Odd Codes', billType: 'WATER' }),
  active({ code: 'a-1 [vic]', name: 'Odd code in lower case', organisation: 'Odd Codes', billType: 'WATER' }),
  active({
    code: 'UNLISTED',
    name: 'Of a type that no list has',
    organisation: 'Odd Codes',
    billType: 'PARKING',
  }),
  // Its path is that of the list of bill types, which comes first.
  active({ code: 'bill-types', name: 'Named like a path', organisation: 'Odd Codes', billType: 'GAS' }),
  active({ code: '__proto__', name: 'Named like a property', organisation: 'Odd Codes', billType: 'GAS' }),
];
