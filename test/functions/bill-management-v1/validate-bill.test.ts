import { expect, it } from 'vitest';
import {
  billerResponse,
  billersResponse,
  billValidation,
} from '../../../functions/bill-management-v1/contract.ts';
import { recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import { captureLog } from '../../support/captured-log.ts';
import { base } from '../../support/enquiry-client.ts';
import type { KeyContext } from '../../support/gateway/gateway-event-of.ts';
import { billerLine } from '../../support/networks/import-lines.ts';
import { perFile } from '../../support/per-test.ts';
import { putRows, startEmbeddedTables, unreachableTable } from '../../support/tables/embedded-tables.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

const rule = {
  weights: [2, 3, 4, 5, 6, 7],
  from: 'RIGHT',
  products: 'ADD',
  modulus: 11,
  check: 'COMPLEMENT',
  ten: 'X',
};
const reference = { label: 'Card number', minLength: 2, maxLength: 12, checkDigit: 'WEIGHTED' };

const lines = [
  billerLine('WEIGHTED', {
    reference: { ...reference, pattern: '[0-9]+[0-9X]', checkDigitRule: rule, examples: ['0361', '1 2'] },
  }),
  billerLine('BROKEN', { reference: { ...reference, checkDigitRule: { weights: [] }, examples: 'none' } }),
];
const billers = perFile(async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const table = { client, tableName: tables.billers };
  const rows = lines.map((line) => ({ kind: 'BILLER', ...recordKinds.billers.record.parse(line) }));
  await putRows(table, rows);
  return { ...table, close };
});

const sandbox = { sandbox: 'true' };

const targetOf = (context: KeyContext = {}, table: Table = billers) =>
  billManagementHandlers({ billers: table, enquiries: unreachableTable() }, context);

const send = async (bill: object, ...target: Parameters<typeof targetOf>) => {
  const response = await targetOf(...target).send({
    method: 'POST',
    path: `${base}/bills/validate`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bill),
  });
  return { ...response, validation: () => billValidation.parse(JSON.parse(response.body)) };
};

const resultOf = async (...args: Parameters<typeof send>) => {
  const { valid, conclusive, checks } = (await send(...args)).validation();
  const reasons = checks.flatMap(({ reason }) => reason ?? []);
  return { valid, conclusive, reasons };
};

const right = { valid: true, conclusive: true, reasons: [] };

it("checks a reference by its biller's own check-digit rule", async () => {
  // 0361: 6 × 2 + 3 × 3 + 0 × 4 = 21, 11 − 21 mod 11 = 1.
  expect(await resultOf({ billerCode: 'WEIGHTED', reference: '036-1' })).toEqual(right);
  // 6 × 2 = 12, 11 − 1 = 10.
  expect(await resultOf({ billerCode: 'WEIGHTED', reference: '6X' })).toEqual(right);
  expect((await resultOf({ billerCode: 'WEIGHTED', reference: '0362' })).reasons).toEqual([
    'CHECK_DIGIT_MISMATCH',
  ]);
  expect(await resultOf({ billerCode: 'BROKEN', reference: '0362' })).toEqual({
    ...right,
    conclusive: false,
  });
});

it("never shows a biller's rule or examples", async () => {
  const target = targetOf();
  const { body } = await target.send({ path: `${base}/biller-metadata/WEIGHTED` });
  const { body: list } = await target.send({ path: `${base}/biller-metadata` });
  const { body: filtered } = await target.send({
    path: `${base}/biller-metadata?billerCode=WEIGHTED,BROKEN`,
  });
  expect(billerResponse.parse(JSON.parse(body)).reference).toEqual({ ...reference, pattern: '[0-9]+[0-9X]' });
  expect(billersResponse.parse(JSON.parse(list)).billers).toHaveLength(2);
  expect(filtered).toBe(list);
  expect(list).toContain(body);
});

it('logs whether the bill is valid, the failed checks and the code of a known biller, but nothing else', async () => {
  const log = captureLog();
  await send({ billerCode: 'WEIGHTED', reference: '98765432', amount: 4711, paymentMethod: 'SECRET' });
  await send({ billerCode: '55556666', reference: '98765432', amount: 4711, paymentMethod: 'SECRET' });
  await send({ billerCode: '55556666', reference: '98765432'.repeat(20), amount: -4711 });
  const down = await send({ billerCode: '55556666', reference: '98765432' }, {}, unreachableTable());
  expect(down).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('bill validated'))
    .map((line) => JSON.parse(line));
  expect(lines.map(({ billerCode, valid, failed }) => ({ billerCode, valid, failed }))).toEqual([
    { billerCode: 'WEIGHTED', valid: false, failed: ['REFERENCE_CHECK_DIGIT', 'PAYMENT_METHOD'] },
    { billerCode: undefined, valid: false, failed: ['BILLER'] },
  ]);
  expect(log()).not.toMatch(/98765432|55556666|4711|SECRET/);
});

const good = { reference: '12345678903', amount: 1_000, paymentMethod: 'CASH' };

it.each([
  ['INACTIVE', {}, ['BILLER_INACTIVE']],
  ['LENGTH', { reference: '123' }, ['REFERENCE_TOO_SHORT']],
  ['LENGTH', { reference: '123456789012' }, ['REFERENCE_TOO_LONG']],
  ['PATTERN', { reference: '1234567890A' }, ['REFERENCE_FORMAT']],
  ['CHECK-DIGIT', { reference: '12345678904' }, ['CHECK_DIGIT_MISMATCH']],
  ['CHECK-DIGIT', { reference: '1234567890A' }, ['CHECK_DIGIT_CHARACTERS']],
  ['AMOUNT', { amount: 999 }, ['AMOUNT_TOO_LOW']],
  ['AMOUNT', { amount: 50_001 }, ['AMOUNT_TOO_HIGH']],
  ['METHOD', { paymentMethod: 'CARD' }, ['PAYMENT_METHOD_NOT_ACCEPTED']],
])('a bill for WPTEST-%s is invalid with the change %j', async (name, change, reasons) => {
  const bill = { billerCode: `WPTEST-${name}`, ...good, ...change };
  expect(await resultOf(bill, sandbox)).toEqual({ valid: false, conclusive: true, reasons });
});

const names = ['INACTIVE', 'LENGTH', 'PATTERN', 'CHECK-DIGIT', 'AMOUNT', 'METHOD', 'NOT-CHECKED'];

it.each(names)(
  'checks a bill for WPTEST-%s only against the rule of that biller, whose limits are inclusive',
  async (name) => {
    const isActive = name !== 'INACTIVE';
    const isChecked = name !== 'NOT-CHECKED';
    for (const amount of [1_000, 50_000]) {
      const result = await resultOf({ billerCode: `WPTEST-${name}`, ...good, amount }, sandbox);
      expect(result).toMatchObject({ valid: isActive, conclusive: isChecked });
    }
    const odd = { reference: 'odd', amount: 1, paymentMethod: 'ODD' };
    const { reasons } = await resultOf({ billerCode: `WPTEST-${name}`, ...odd }, sandbox);
    expect(reasons).toHaveLength(isChecked ? 1 : 0);
  },
);

it.each(names)('returns WPTEST-%s only to sandbox keys that request its exact code', async (name) => {
  const code = `WPTEST-${name}`;
  const path = `${base}/biller-metadata/${code}`;
  const { status, body } = await targetOf(sandbox).send({ path });
  expect(status).toBe(200);
  expect(billerResponse.parse(JSON.parse(body))).toMatchObject({ code });
  expect((await targetOf().send({ path })).status).toBe(404);
  expect((await targetOf(sandbox).send({ path: path.toLowerCase() })).status).toBe(404);
  const lists = [`${base}/biller-metadata`, `${base}/biller-metadata?billerCode=${code}`];
  for (const list of lists)
    expect((await targetOf(sandbox).send({ path: list })).body).not.toContain('WPTEST');
  expect((await resultOf({ billerCode: code, ...good })).reasons).toEqual(['BILLER_UNKNOWN']);
});
