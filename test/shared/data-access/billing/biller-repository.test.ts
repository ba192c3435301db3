import { expect, it, onTestFinished } from 'vitest';
import { billerRepository } from '../../../../shared/data-access/billing/biller-repository.ts';
import { withoutStoreDeadline } from '../../../support/busy-machine.ts';
import { captureLog } from '../../../support/captured-log.ts';
import {
  fixtureBillers,
  fixtureBillTypes,
  storeFixtureBillers,
} from '../../../support/fixture/fixture-billers.ts';
import { perFile } from '../../../support/per-test.ts';
import { putRows, startEmbeddedTables, unreachableTable } from '../../../support/tables/embedded-tables.ts';

const table = perFile(async () => {
  const embedded = await startEmbeddedTables();
  const billers = { ...embedded, tableName: embedded.tables.billers };
  await storeFixtureBillers(billers);
  return billers;
});

const codesOf = (records: readonly { code: string }[]) => records.map(({ code }) => code);

const recordingClient = () => {
  const commands: { readonly name: unknown; readonly input: object }[] = [];
  const { client } = unreachableTable(table.engine.endpoint);
  onTestFinished(() => client.destroy());
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        commands.push({ name: commandName, input: args.input });
        return next(args);
      },
    { step: 'initialize' },
  );
  return { client, commands };
};

it('reads the list once for a hundred concurrent requests with filters, and again after 5 seconds', async () => {
  const { client, commands } = recordingClient();
  let time = 0;
  const billers = billerRepository({ client, tableName: table.tableName }, () => time);
  const search = () => billers.list({ billTypes: new Set(['GAS']) });
  const found = await Promise.all(Array.from({ length: 100 }, search));
  const gas = fixtureBillers.filter(({ billType }) => billType === 'GAS');
  expect(found).toEqual(Array(100).fill(found[0]));
  expect(codesOf(found[0] ?? [])).toEqual(codesOf(gas).sort());
  time = 4_999;
  await billers.list({});
  expect(commands).toHaveLength(1);
  time = 5_000;
  await billers.list({});
  expect(commands).toHaveLength(2);
});

it('reads billers by code consistently, so that changes to them are visible immediately', async () => {
  const { client, commands } = recordingClient();
  const billers = billerRepository({ client, tableName: table.tableName });
  await billers.get('0101');
  await billers.getStored('0101');
  await billers.list({ codes: new Set(['0101', '0102']) });
  const consistently = { name: 'GetItemCommand', input: expect.objectContaining({ ConsistentRead: true }) };
  expect(commands).toEqual(Array(4).fill(consistently));
});

it('C22: omits an unreadable row and logs its key, not its content', async () => {
  const log = captureLog();
  const bad = { kind: 'BILLER', code: 'bad-row', name: 'Secret Name', organisation: 7, status: 'GONE' };
  await putRows(table, [bad, { kind: 'BILL_TYPE', code: 'BAD' }]);
  const billers = billerRepository(table);
  expect(await billers.list({})).toHaveLength(fixtureBillers.length);
  expect(await billers.get('bad-row')).toBeUndefined();
  expect(await billers.listBillTypes()).toHaveLength(fixtureBillTypes.length);
  expect(log()).toContain('BILLER bad-row');
  expect(log()).toContain('BILL_TYPE BAD');
  expect(log()).not.toContain('Secret Name');
});

it('reads all pages of a list', async () => {
  withoutStoreDeadline();
  const other = await startEmbeddedTables();
  const paged = { client: other.client, tableName: other.tables.billers };
  const rows = Array.from({ length: 400 }, (_, index) => ({
    ...{ kind: 'BILLER', ...fixtureBillers[0], name: 'n'.repeat(8_000) },
    code: String(1_000 + index),
  }));
  await putRows(paged, rows);
  expect(codesOf(await billerRepository(paged).list({}))).toEqual(codesOf(rows));
  await other.close();
});
