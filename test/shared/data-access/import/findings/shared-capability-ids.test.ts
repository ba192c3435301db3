import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedCapabilityIds } from '../../../../../shared/data-access/import/findings/shared-capability-ids.ts';
import type { ImportMode } from '../../../../../shared/data-access/import/import-mode.ts';
import { recordKinds } from '../../../../../shared/data-access/import/record-kind.ts';
import { serviceLine } from '../../../../support/networks/import-lines.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../../support/tables/embedded-tables.ts';

const service = (code: number, capability_id = `OC${code}`) =>
  recordKinds.services.record.parse(serviceLine(code, { capability_id }));

let embedded: EmbeddedTables;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  const { client, tables } = embedded;
  for (const Item of [service(1, 'STORED'), service(2, 'STORED'), service(3), { serviceCode: 4 }])
    await client.send(new PutCommand({ TableName: tables.capabilities, Item }));
});
afterAll(() => embedded.close());

const warningOf = async (mode: ImportMode, services: readonly unknown[], kept: readonly string[] = []) => {
  const { client, tables } = embedded;
  const check = await sharedCapabilityIds({ client, tableName: tables.capabilities, mode });
  for (const each of services) check.look(each);
  for (const key of kept) check.keep(key);
  return check.warning();
};

const one = '1 capability_id has several services, so that version 3 lists it several times: ';

it('a replacement that keeps nothing is judged by its lines alone', async () => {
  expect(await warningOf('replace', [service(5), service(6), service(7, 'STORED')])).toBeUndefined();
  expect(await warningOf('replace', [service(21, 'A'), service(3), service(20, 'A')])).toBe(
    `${one}A (service codes 20, 21)`,
  );
});

it('a replacement is judged together with the stored services that it keeps, and with no others', async () => {
  expect(await warningOf('replace', [service(7, 'STORED'), service(8, 'OC3')], ['2', '4'])).toBe(
    `${one}STORED (service codes 2, 7)`,
  );
  expect(await warningOf('replace', [service(7)], ['1', '2'])).toBe(`${one}STORED (service codes 1, 2)`);
});

it('a line that is read again is the same service', async () => {
  expect(await warningOf('replace', [service(5), service(6), service(5)])).toBeUndefined();
});

it('a merge is judged together with the stored services, each as the input has it if it names it', async () => {
  expect(await warningOf('merge', [service(5, 'OC3')])).toBe(
    '2 capability_ids have several services, so that version 3 lists them several times: STORED (service codes 1, 2), OC3 (service codes 3, 5)',
  );
  expect(await warningOf('merge', [service(2), service(3, 'NEW'), service(5, 'OC3')])).toBeUndefined();
});

it('ids and codes are listed up to ten, and are quoted where they are no plain words', async () => {
  const services = Array.from({ length: 24 }, (_, code) => service(code, `ID${code % 12}`));
  expect(await warningOf('replace', services)).toMatch(
    /^12 capability_ids .*: ID0 \(service codes 0, 12\), .*, ID9 \(service codes 9, 21\) and 2 more$/,
  );
  const all = Array.from({ length: 12 }, (_, code) => service(code, 'an \u001b id'));
  expect(await warningOf('replace', all)).toBe(
    `${one}"an \\u001b id" (service codes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)`,
  );
});
