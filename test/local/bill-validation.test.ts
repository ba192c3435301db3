import { beforeAll, expect, it } from 'vitest';
import { billerResponse, billValidation } from '../../functions/bill-management-v1/contract.ts';
import { base } from '../support/enquiry-client.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { issueKey, sharedStack } from './running-stack.ts';

const { url, key, dataDirectory } = sharedStack;

let sandbox: string;
let billersOnly: string;
let enquiriesOnly: string;
beforeAll(async () => {
  sandbox = await issueKey(dataDirectory, '--sandbox');
  billersOnly = await issueKey(dataDirectory, '--scope', 'bill-management:billers');
  enquiriesOnly = await issueKey(dataDirectory, '--scope', 'bill-management:enquiries');
});

const validate = async (withKey: string, bill: object) => {
  const response = await httpTarget(url, withKey).send({
    method: 'POST',
    path: `${base}/bills/validate`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bill),
  });
  return { ...response, reasons: () => reasonsIn(response.body) };
};

const reasonsIn = (body: string) =>
  billValidation.parse(JSON.parse(body)).checks.flatMap(({ reason }) => reason ?? []);

it('shows the test billers to sandbox keys only', async () => {
  const bill = { billerCode: 'WPTEST-CHECK-DIGIT', reference: '12345678904' };
  expect((await validate(sandbox, bill)).reasons()).toEqual(['CHECK_DIGIT_MISMATCH']);
  expect((await validate(key, bill)).reasons()).toEqual(['BILLER_UNKNOWN']);
  const path = `${base}/biller-metadata/WPTEST-CHECK-DIGIT`;
  const shown = await httpTarget(url, sandbox).send({ path });
  expect(billerResponse.parse(JSON.parse(shown.body)).reference.checkDigit).toBe('MOD10V01');
  expect((await httpTarget(url, key).send({ path })).status).toBe(404);
});

it('requires the billers scope', async () => {
  const bill = { billerCode: '2000', reference: '100004563' };
  expect((await validate(billersOnly, bill)).reasons()).toEqual([]);
  expect((await validate(enquiriesOnly, bill)).status).toBe(403);
});
