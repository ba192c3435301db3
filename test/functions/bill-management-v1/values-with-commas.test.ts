import { expect, it } from 'vitest';
import { billersResponse } from '../../../functions/bill-management-v1/contract.ts';
import { recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { billerLine } from '../../support/networks/import-lines.ts';
import { perFile } from '../../support/per-test.ts';
import { putRows, startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

const emoji = '😀'.repeat(61);
const lines = [
  billerLine('A,B', { organisation: 'Smith, Jones & Co', billType: 'GAS, COAL' }),
  billerLine('A', { organisation: 'smith' }),
  billerLine(emoji),
  billerLine('  pad ', { organisation: 'Pad\u00a0', billType: '\ufeffPAD\n' }),
];

const target = perFile(async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const billers = { client, tableName: tables.billers };
  const rows = lines.map((line) => ({ kind: 'BILLER', ...recordKinds.billers.record.parse(line) }));
  await putRows(billers, rows);
  return { ...billManagementHandlers({ billers, enquiries: billers }), close };
});

it.each([
  ['billerCode', 'A,B', ['A', 'A,B']],
  ['billerCode', ' A , B ', ['A']],
  ['billerCode', ' \t', ['  pad ', 'A', 'A,B', emoji]],
  ['billerCode', '  pad ', ['  pad ']],
  ['billerOrganisation', 'PAD\u00a0', ['  pad ']],
  ['billType', '\ufeffPAD\n', ['  pad ']],
  ['billerCode', emoji, [emoji]],
  ['billerOrganisation', 'SMITH, JONES & CO', ['A', 'A,B']],
  ['billType', 'GAS, COAL', ['A,B']],
  ['billType', 'GAS,COAL', []],
])('matches %s=%j both as a list of values and as one value', async (name, value, codes) => {
  const path = `/bill-management-api/v1/biller-metadata?${name}=${encodeURIComponent(value)}`;
  const { status, body } = await target.send({ path });
  expect(status).toBe(200);
  expect(billersResponse.parse(JSON.parse(body)).billers.map(({ code }) => code)).toEqual(codes);
});
