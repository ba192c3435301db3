import { expect, it } from 'vitest';
import { submitEnquiry } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { captureLog } from '../../support/captured-log.ts';
import { base } from '../../support/enquiry-client.ts';
import type { KeyContext } from '../../support/gateway/gateway-event-of.ts';
import { perFile } from '../../support/per-test.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { readEnquiryRow } from '../../support/tables/stored-enquiry.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';

const embedded = perFile(startEmbeddedTables);
const tableOf = (role: 'billers' | 'enquiries') => ({
  client: embedded.client,
  tableName: embedded.tables[role],
});

const body = {
  firstname: 'Ada-Secret',
  lastname: 'Lovelace-Secret',
  email: 'ada-secret@example.org',
  enquiryDetails: 'My card-secret 4111\r\n{"level":"ERROR"}',
  enquiryType: 'PAYMENT-SECRET',
  biller: null,
  billId: '12 secret',
};
const maxBytes = 128 * 1024;
const path = `${base}/enquiries`;

const sendTo = (target: ApiTarget, sent: object) =>
  target.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
const submit = async (sent: object, context: KeyContext = {}) => {
  const tables = { billers: tableOf('billers'), enquiries: tableOf('enquiries') };
  const response = await sendTo(billManagementHandlers(tables, context), sent);
  expect(response.status, response.body).toBe(200);
  return String(JSON.parse(response.body).referenceNumber);
};
const rowOf = (referenceNumber: string) => readEnquiryRow(tableOf('enquiries'), referenceNumber);

it("stores the contract's fields and the key's client, and ignores other fields (D07)", async () => {
  const rest = { firstname: '\0 \u202e=cmd 👩🏽‍🚀', biller: 'AGL - [VIC]', paymentDate: 'by 31/12/2026' };
  const others = { id: 'mine', client: 'Thief', referenceNumber: 'X', status: 'CLOSED', sandbox: true };
  const withoutDetails = { ...body, ...rest, enquiryDetails: '', ...others };
  const enquiryDetails = 'd'.repeat(maxBytes - Buffer.byteLength(JSON.stringify(withoutDetails)));
  const began = Date.now();
  const referenceNumber = await submit({ ...withoutDetails, enquiryDetails });
  const row = await rowOf(referenceNumber);
  expect(row).toEqual({
    ...body,
    ...rest,
    enquiryDetails,
    id: `ENQUIRY#${referenceNumber}`,
    referenceNumber,
    submittedAt: expect.any(String),
    client: 'contract-tests',
    status: 'OPEN',
    indexStatus: 'OPEN',
    sandbox: false,
    expiresAt: expect.any(Number),
  });
  const { submittedAt, expiresAt } = enquiry.parse(row);
  expect(Date.parse(submittedAt)).toBeGreaterThanOrEqual(began);
  expect(expiresAt).toBe(Math.floor(Date.parse(submittedAt) / 1_000) + 30 * 24 * 60 * 60);
});

it('marks an enquiry sent with a sandbox key', async () => {
  expect(await rowOf(await submit(body, { sandbox: 'true' }))).toMatchObject({ sandbox: true });
});

it('D19: does not store an invalid enquiry, and never logs more of an enquiry than its reference number', async () => {
  const log = captureLog();
  const referenceNumber = await submit(body);
  const handler = submitEnquiry({ submit: () => Promise.reject(new Error('must not be called')) });
  const target = handlerTarget([{ path, handler }]);
  expect((await sendTo(target, { ...body, biller: '', billId: 'secret!' })).status).toBe(400);
  expect(log()).toContain(referenceNumber);
  expect(log().toLowerCase()).not.toContain('secret');
  for (const line of log().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});
