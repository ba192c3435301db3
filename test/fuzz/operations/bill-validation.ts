import * as fc from 'fast-check';
import { billValidation, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import { fixtureBillers } from '../../support/fixture/fixture-billers.ts';
import { cleaned, expectedChecks, type SentBill, trimmed } from '../../support/oracles/expected-bill.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { checkViolations, mustEqual, mustHaveStatus, readBody } from '../checks.ts';
import type { Probe } from '../operation.ts';
import { headerNoise } from '../requests/noise.ts';
import { among, anyText, aroundLimit, optional, weighted, words } from '../requests/samples.ts';
import { bodyProbe, member, spoils } from './enquiry.ts';

const isShort = (text: string) => [...text].length <= 120;
const isRequired = (text: string) => text !== '' && isShort(text);

const separators = fc.constantFrom('', '', ...' -\t\u00a0\u2007\u202f\u2010\u2013\n');
const grouped = fc
  .array(fc.tuple(fc.stringMatching(/^[0-9]{0,5}$/), separators), { minLength: 1, maxLength: 5 })
  .map((groups) => groups.flat().join(''));
const references = weighted(
  [4, grouped],
  [3, words('100004563', '1000 0456-3', '100004561', '12345678', 'ABC123', '-', ' ')],
  [1, aroundLimit('1')],
  [1, fc.constantFrom('\u{1f4ee}'.repeat(7), '\u{1f4ee}'.repeat(120))],
  [1, anyText],
);

const amountOf = (isRight: boolean) => (json: string) => ({ name: 'amount', json, isRight });
const amounts = weighted(
  [6, among('0 -0 499 500 500 500 1000000 1000001 1e3 12.0 999999999999 null').map(amountOf(true))],
  [1, among('-1 0.5 1000000000000 1e30 "100" true [] {}').map(amountOf(false))],
);

/** Most samples are the billers with limits of amounts, without payment methods, and with a check digit. */
const billerCodes = [
  'WPTEST-AMOUNT',
  ...fixtureBillers.flatMap(({ code }) => [code, '0101', '0603', '2000']),
];

const members = fc
  .record({
    billerCode: member('billerCode', words(...billerCodes), { isRight: isRequired, nullable: false }),
    reference: member('reference', references, {
      isRight: (text) => isRequired(text) && trimmed(text) !== '',
      nullable: false,
    }),
    amount: optional(amounts, 5),
    paymentMethod: optional(
      member('paymentMethod', words('CASH', 'CARD', 'CHEQUE', ''), { isRight: isShort, nullable: true }),
      5,
    ),
  })
  .map((all) => Object.values(all).filter((each) => each !== undefined));

/** Parses the request body, so that the oracle evaluates what was actually sent. */
const sentBill = (body: string): SentBill & { readonly billerCode: string } => {
  const { amount, paymentMethod, ...required } = JSON.parse(body);
  return { ...required, amount: amount ?? undefined, paymentMethod: paymentMethod ?? undefined };
};

const verifyBill = (body: string, response: TargetResponse): void => {
  const bill = sentBill(body);
  const biller = fixtureBillers.find(({ code }) => code === bill.billerCode);
  const reference = biller ? cleaned(biller.reference, bill.reference) : trimmed(bill.reference);
  if (reference === '') {
    checkViolations(errorResponse, ['reference'], response);
    return;
  }
  mustHaveStatus(response, 200);
  const validation = readBody(billValidation, response);
  const shown = validation.checks.map(({ check, result, reason }) => [check, reason ? { reason } : result]);
  const expected = biller ? expectedChecks(biller, bill) : unknownBiller;
  mustEqual('checks', Object.entries(expected), shown);
  const results = Object.values(expected);
  mustEqual(
    'conclusion',
    {
      reference,
      valid: results.every((result) => typeof result === 'string'),
      conclusive: !results.includes('NOT_CHECKED'),
      biller: biller && { code: biller.code, name: biller.name, referenceLabel: biller.reference.label },
    },
    { ...validation, checks: undefined },
  );
};

const unknownBiller: ReturnType<typeof expectedChecks> = {
  BILLER: { reason: 'BILLER_UNKNOWN' },
  REFERENCE_LENGTH: 'NOT_APPLICABLE',
  REFERENCE_PATTERN: 'NOT_APPLICABLE',
  REFERENCE_CHECK_DIGIT: 'NOT_APPLICABLE',
  AMOUNT: 'NOT_APPLICABLE',
  PAYMENT_METHOD: 'NOT_APPLICABLE',
};

export const billValidationProbes: fc.Arbitrary<Probe> = fc
  .record({ members, headers: headerNoise, spoilt: weighted([7, fc.constant(undefined)], [1, spoils]) })
  .map(({ headers, ...plan }) =>
    bodyProbe({
      ...plan,
      path: '/bill-management-api/v1/bills/validate',
      headers: { ...headers, 'content-type': 'application/json', 'Idempotency-Key': 'ignored' },
      verifyRight: ({ body = '' }, response) => verifyBill(String(body), response),
    }),
  );
