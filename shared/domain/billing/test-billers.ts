import { testCodePrefix } from '../test-code.ts';
import type { StoredBiller } from './biller.ts';

/**
 * Returns the test biller with this code, or undefined if there is none. Only sandbox keys can read test billers. Each
 * biller has one rule, so that partners can test every failure reason. Every biller accepts the reference 12345678903,
 * amounts from 1000 to 50000 cents and the payment method CASH, except WPTEST-INACTIVE, whose bills can never be paid.
 */
export const testBiller = (code: string): StoredBiller | undefined => byCode.get(code);

type Rules = Omit<Partial<StoredBiller>, 'reference'> & {
  readonly reference?: Partial<StoredBiller['reference']>;
};

const rulesByName: Readonly<Record<string, Rules>> = {
  INACTIVE: { status: 'INACTIVE' },
  LENGTH: { reference: { minLength: 11, maxLength: 11 } },
  PATTERN: { reference: { pattern: '^[0-9]{11}$', patternEvaluated: true } },
  'CHECK-DIGIT': { reference: { checkDigit: 'MOD10V01' } },
  AMOUNT: { minimumAmount: 1_000, maximumAmount: 50_000 },
  METHOD: { paymentMethods: ['CASH'] },
  // A scheme that Waypost does not know.
  'NOT-CHECKED': { reference: { checkDigit: 'TEST-SCHEME' } },
};

const byCode = new Map(
  Object.entries(rulesByName).map(([name, { reference, ...rules }]): [string, StoredBiller] => {
    const code = `${testCodePrefix}${name}`;
    return [
      code,
      {
        code,
        name: `Test biller ${name}`,
        organisation: 'Waypost test billers',
        billType: 'TEST',
        status: 'ACTIVE',
        // With an empty list, payment methods are not checked.
        paymentMethods: [],
        ...rules,
        reference: { label: 'Reference number', minLength: 1, maxLength: 120, ...reference },
      },
    ];
  }),
);
