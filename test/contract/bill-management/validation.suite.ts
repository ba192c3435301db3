import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { billValidation, errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import { billChecks } from '../../../shared/domain/billing/bill-validation.ts';
import { base } from '../../support/enquiry-client.ts';
import { type FixtureBiller, fixtureBillers } from '../../support/fixture/fixture-billers.ts';
import { expectedChecks, type SentBill } from '../../support/oracles/expected-bill.ts';
import type { ApiTarget, TargetRequest } from '../../support/targets/api-target.ts';

const json = { 'content-type': 'application/json' };
const path = `${base}/bills/validate`;

/** Bills for the fixture's billers, and bodies that are not bills. */
export const validationSuite = (target: () => ApiTarget) => {
  const post = (body: string | Buffer, headers: TargetRequest['headers'] = json) =>
    target().send({ method: 'POST', path, headers, body });

  const validate = async (bill: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await post(JSON.stringify(bill), { ...json, ...headers });
    expect(response.status, response.body).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const validation = billValidation.parse(JSON.parse(response.body));
    expect(validation.checks.map(({ check }) => check)).toEqual(billChecks);
    return validation;
  };

  const expectRefused = async (
    body: string | Buffer,
    fields: string[],
    headers?: TargetRequest['headers'],
  ) => {
    const response = await post(body, headers);
    expect(response.status, response.body).toBe(400);
    expect(response.headers['cache-control']).toBe('no-store');
    const { errors } = errorResponse.parse(JSON.parse(response.body));
    expect(errors.map(({ source }) => source?.parameter)).toEqual(fields);
    return errors.map(({ detail }) => detail);
  };

  describe('validateBill', () => {
    it('validates a bill that can be paid', async () => {
      const bill = { billerCode: '2000', reference: ' 1000 0456–3 ', amount: 12_550, paymentMethod: 'CASH' };
      expect(await validate(bill)).toEqual({
        valid: true,
        conclusive: true,
        biller: { code: '2000', name: 'Shire of Banksia rates', referenceLabel: 'Assessment number' },
        reference: '100004563',
        checks: [
          { check: 'BILLER', result: 'PASSED' },
          { check: 'REFERENCE_LENGTH', result: 'PASSED' },
          { check: 'REFERENCE_PATTERN', result: 'PASSED' },
          { check: 'REFERENCE_CHECK_DIGIT', result: 'PASSED' },
          { check: 'AMOUNT', result: 'NOT_APPLICABLE' },
          { check: 'PAYMENT_METHOD', result: 'PASSED' },
        ],
      });
    });

    it('fails unknown billers, and trims their references only at the ends', async () => {
      for (const billerCode of ['9999', 'WPTEST-LENGTH', '0101 ', 'constructor', '😀'.repeat(120)])
        expect(await validate({ billerCode, reference: '\u00a0 1-2 3\t' })).toEqual({
          valid: false,
          conclusive: true,
          reference: '1-2 3',
          checks: billChecks.map((check) =>
            check === 'BILLER'
              ? {
                  check,
                  result: 'FAILED',
                  reason: 'BILLER_UNKNOWN',
                  field: 'billerCode',
                  detail: 'No biller has this code.',
                }
              : { check, result: 'NOT_APPLICABLE' },
          ),
        });
    });

    it('is not conclusive for a biller with rules that are not evaluated', async () => {
      const { valid, conclusive, checks } = await validate({ billerCode: '0604', reference: 'AB-12' });
      expect({ valid, conclusive }).toEqual({ valid: true, conclusive: false });
      expect(checks.filter(({ result }) => result === 'NOT_CHECKED')).toHaveLength(2);
    });

    const bills: SentBill[] = [
      { reference: '12345678903' },
      { reference: '1', amount: 499, paymentMethod: 'CHEQUE' },
      { reference: '100 004 563', amount: 500, paymentMethod: 'CARD' },
      { reference: 'A'.repeat(20), amount: 1_000_001, paymentMethod: 'cash' },
    ];

    it.each([...fixtureBillers])('applies the rules of $code as stored', async (biller: FixtureBiller) => {
      for (const bill of bills) {
        const { checks, valid } = await validate({ billerCode: biller.code, ...bill });
        const expected = expectedChecks(biller, bill);
        for (const { check, result, reason } of checks)
          expect(reason === undefined ? result : { reason }, check).toEqual(expected[check]);
        expect(valid).toBe(Object.values(expected).every((result) => typeof result === 'string'));
      }
    });

    it('reads null as absent and ignores other members and an Idempotency-Key', async () => {
      const bill = { billerCode: '2000', reference: '100004563' };
      const more = { amount: null, paymentMethod: null, checkDigit: 1 };
      const expected = await validate(bill);
      const headers = { 'idempotency-key': 'once' };
      expect(await validate({ ...bill, ...more }, headers)).toEqual(expected);
      expect((await validate({ ...bill, reference: '100004561' }, headers)).valid).toBe(false);
    });

    it('accepts each value up to its limits', async () => {
      const longest = '😀'.repeat(120);
      await validate({ billerCode: longest, reference: longest, amount: 0, paymentMethod: '' });
      await validate({
        billerCode: '2000',
        reference: longest,
        amount: 999_999_999_999,
        paymentMethod: longest,
      });
    });

    const tooLong = '1'.repeat(121);
    const length = 'must be 1 to 120 characters long';
    const amounts = 'must be an integer from 0 to 999999999999';
    const empty = 'must contain a character other than spaces and hyphens';

    it.each<[Record<string, unknown>, string]>([
      [{ billerCode: undefined }, 'billerCode: is missing'],
      [{ billerCode: 2000 }, 'billerCode: must be a string'],
      [{ billerCode: '' }, `billerCode: ${length}`],
      [{ billerCode: '\ud800' }, 'billerCode: must be well-formed Unicode text'],
      [{ reference: null }, 'reference: is missing'],
      [{ reference: 100_004_563 }, 'reference: must be a string'],
      [{ reference: `${tooLong} ` }, `reference: ${length}`],
      [{ reference: `${' '.repeat(120)}1` }, `reference: ${length}`],
      [{ reference: '12\udc00' }, 'reference: must be well-formed Unicode text'],
      [{ reference: ' \t\u00a0\u2007\u202f' }, `reference: ${empty}`],
      [{ reference: ' - \u2013' }, `reference: ${empty}`],
      [{ amount: -1 }, `amount: ${amounts}`],
      [{ amount: 1_000_000_000_000 }, `amount: ${amounts}`],
      [{ amount: 0.5 }, `amount: ${amounts}`],
      [{ amount: '100' }, `amount: ${amounts}`],
      [{ paymentMethod: 1 }, 'paymentMethod: must be a string'],
      [{ paymentMethod: tooLong }, 'paymentMethod: must be at most 120 characters long'],
    ])('rejects %j', async (change, detail) => {
      const bill = { billerCode: '2000', reference: '100004563', ...change };
      const field = detail.replace(/:.*/, '');
      expect(await expectRefused(JSON.stringify(bill), [field])).toEqual([detail]);
    });

    it('lists every violation of a body', async () => {
      await expectRefused('{"reference":" ","amount":-1,"paymentMethod":[]}', [
        'billerCode',
        'reference',
        'amount',
        'paymentMethod',
      ]);
    });

    const good = '{"billerCode":"2000","reference":"100004563"}';
    it.each<[string, string | Buffer, TargetRequest['headers']]>([
      ['nothing', '', json],
      ['a duplicate member', good.replace('{', '{"reference":"1",'), json],
      ['another content type', good, { 'content-type': 'text/plain' }],
      ['a compressed body', gzipSync(good), { ...json, 'content-encoding': 'gzip' }],
    ])('rejects %s', async (_, body, headers) => {
      await expectRefused(body, ['body'], headers);
    });
  });
};
