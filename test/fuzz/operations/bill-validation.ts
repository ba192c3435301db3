import * as fc from 'fast-check';
import { billValidation, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import { fixtureBillers } from '../../support/fixture/fixture-billers.ts';
import { cleaned, expectedChecks, type SentBill, trimmed } from '../../support/oracles/expected-bill.ts';
import type { TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, mustEqual, mustHaveStatus, readBody, readErrors } from '../checks.ts';
import type { Probe } from '../operation.ts';
import { headerNoise } from '../requests/noise.ts';
import { among, anyText, words } from '../requests/samples.ts';
import { bodyOf, member, type PlannedMember, spoils } from './enquiry.ts';

const path = '/bill-management-api/v1/bills/validate';

const isShort = (text: string) => [...text].length <= 120;
const isRequired = (text: string) => text !== '' && isShort(text);

const separators = fc.constantFrom('', '', ...' -\t\u00a0\u2007\u202f\u2010\u2013\n');
const grouped = fc
  .array(fc.tuple(fc.stringMatching(/^[0-9]{0,5}$/), separators), { minLength: 1, maxLength: 5 })
  .map((groups) => groups.flat().join(''));
const references = fc.oneof(
  { weight: 4, arbitrary: grouped },
  { weight: 3, arbitrary: words('100004563', '1000 0456-3', '100004561', '12345678', 'ABC123', '-', ' ') },
  { weight: 1, arbitrary: fc.integer({ min: 118, max: 122 }).map((length) => '1'.repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom('\u{1f4ee}'.repeat(7), '\u{1f4ee}'.repeat(120)) },
  { weight: 1, arbitrary: anyText },
);

const amounts: fc.Arbitrary<PlannedMember> = fc.oneof(
  {
    weight: 6,
    arbitrary: among('0 -0 499 500 500 500 1000000 1000001 1e3 12.0 999999999999 null').map((json) => ({
      name: 'amount',
      json,
      isRight: true,
    })),
  },
  {
    weight: 1,
    arbitrary: among('-1 0.5 1000000000000 1e30 "100" true [] {}').map((json) => ({
      name: 'amount',
      json,
      isRight: false,
    })),
  },
);

/** Most samples are the billers with limits of amounts, without payment methods, and with a check digit. */
const billerCodes = [
  'WPTEST-AMOUNT',
  ...fixtureBillers.flatMap(({ code }) => [code, '0101', '0603', '2000']),
];

const members = fc
  .record({
    billerCode: member('billerCode', words(...billerCodes), {
      isRight: isRequired,
      nullable: false,
    }),
    reference: member('reference', references, {
      isRight: (text) => isRequired(text) && trimmed(text) !== '',
      nullable: false,
    }),
    amount: fc.option(amounts, { nil: undefined }),
    paymentMethod: fc.option(
      member('paymentMethod', words('CASH', 'CARD', 'CHEQUE', ''), { isRight: isShort, nullable: true }),
      { nil: undefined },
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
  .record({
    members,
    headers: headerNoise,
    spoilt: fc.option(spoils, { nil: undefined, freq: 8 }),
  })
  .map(({ members: planned, headers, spoilt }) => {
    const whole = bodyOf(planned);
    const { body, headers: spoiling } = spoilt?.(whole) ?? { body: whole, headers: {} };
    const request: TargetRequest = {
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json', 'Idempotency-Key': 'ignored', ...spoiling },
      body,
    };
    const verify = (response: TargetResponse) => {
      checkCommon(response);
      const wrong = planned.filter(({ isRight }) => !isRight).map(({ name }) => name);
      if (spoilt) readErrors(errorResponse, 400, response);
      else if (wrong.length > 0) checkViolations(errorResponse, wrong, response);
      else verifyBill(body, response);
    };
    return { request, verify };
  });
