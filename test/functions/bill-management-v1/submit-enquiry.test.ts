import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { submitEnquiry } from '../../../functions/bill-management-v1/submit-enquiry.ts';
import { enquiryRepository } from '../../../shared/data-access/billing/enquiry-repository.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import { type EnquiryRepository, enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { captureLog } from '../../support/captured-log.ts';
import { gatewayEventOf, type KeyContext } from '../../support/gateway/gateway-event-of.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { readEnquiryRow } from '../../support/tables/stored-enquiry.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  table = { client: embedded.client, tableName: embedded.tables.enquiries };
});
afterAll(() => embedded.close());

const body = {
  firstname: 'Ada-Secret',
  lastname: 'Lovelace-Secret',
  email: 'ada-secret@example.org',
  enquiryDetails: 'My card-secret 4111\r\n{"level":"ERROR"}',
  enquiryType: 'PAYMENT-SECRET',
  biller: null,
  billId: '12 secret',
};

const retentionDays = 30;
const maxBytes = 128 * 1024;

const eventOf = (text: string, context: KeyContext = {}) =>
  gatewayEventOf(
    {
      method: 'POST',
      path: '/bill-management-api/v1/enquiries',
      headers: { 'content-type': 'application/json' },
      body: text,
    },
    '/bill-management-api/v1/enquiries',
    {},
    context,
  );

const proxyResult = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
type Handler = (event: unknown, context: never) => Promise<unknown>;
const call = async (handler: unknown, event: object) =>
  proxyResult.parse(await (handler as Handler)(event, {} as never));

const submit = (event: object) => call(submitEnquiry(enquiryRepository({ table, retentionDays })), event);

const submitTo = (error: Error, enquiry: object) => {
  const repository: EnquiryRepository = { submit: () => Promise.reject(error) };
  return call(submitEnquiry(repository), eventOf(JSON.stringify(enquiry)));
};

const referenceOf = (text: string) =>
  z.object({ referenceNumber: z.string() }).parse(JSON.parse(text)).referenceNumber;

it("stores the contract's fields and the key's client, and ignores other fields (D07)", async () => {
  const rest = { firstname: '\0 \u202e=cmd 👩🏽‍🚀', biller: 'AGL - [VIC]', paymentDate: 'by 31/12/2026' };
  const withoutDetails = { ...body, ...rest, enquiryDetails: '' };
  const others = { id: 'mine', client: 'Thief', referenceNumber: 'X', status: 'CLOSED', sandbox: true };
  const room = maxBytes - Buffer.byteLength(JSON.stringify({ ...withoutDetails, ...others }));
  const sent = { ...withoutDetails, enquiryDetails: 'd'.repeat(room) };
  const began = Date.now();
  const response = await submit(eventOf(JSON.stringify({ ...sent, ...others })));
  expect(response.statusCode, response.body).toBe(200);
  const referenceNumber = referenceOf(response.body);
  const row = await readEnquiryRow(table, referenceNumber);
  expect(row).toEqual({
    ...sent,
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
  expect(expiresAt).toBe(Math.floor(Date.parse(submittedAt) / 1_000) + retentionDays * 24 * 60 * 60);
});

it('marks an enquiry sent with a sandbox key', async () => {
  const response = await submit(eventOf(JSON.stringify(body), { sandbox: 'true' }));
  expect(await readEnquiryRow(table, referenceOf(response.body))).toMatchObject({ sandbox: true });
});

it('D19: logs the reference number, but not the content of the enquiry', async () => {
  const log = captureLog();
  const response = await submit(eventOf(JSON.stringify(body)));
  await submit(eventOf(JSON.stringify({ ...body, biller: '', billId: 'secret!' })));
  expect(log()).toContain(referenceOf(response.body));
  expect(log().toLowerCase()).not.toContain('secret');
  for (const line of log().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});

it('does not store an invalid enquiry', async () => {
  const submitted = submitTo(new Error('must not be called'), { ...body, email: null });
  expect((await submitted).statusCode).toBe(400);
});
