import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { dynamoDbInternalError } from '../../support/faults/fault-proxy-fault.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { openConsole, sectionsOf, startConsole, textOf } from '../../support/stack/start-console.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

const stack = await startOperatorStack({ publishes: true });
const proxy = await startFaultProxy(stack.embedded.engine.endpoint);
let running: Awaited<ReturnType<typeof startConsole>>;
let call: Awaited<ReturnType<typeof openConsole>>;
const waypost = (...args: readonly string[]) => runWaypost([...args, '--data-dir', stack.dataDirectory]);
const offices = Array.from({ length: 120 }, (_, index) => postOffice(index + 1));
const [first = '', last = ''] = [offices[0]?.locationCode, offices.at(-1)?.locationCode];
beforeAll(async () => {
  await storeRows(stack.embedded, 'capabilities', [aCapability(1), aCapability(2)]);
  await storeRows(stack.embedded, 'locations', offices);
  expect(await waypost('publish')).toMatchObject({ status: 0 });
  await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
  running = await startConsole(stack.dataDirectory);
  call = await openConsole(running);
});
afterAll(async () => {
  running.kill();
  await proxy[Symbol.asyncDispose]();
  await stack.close();
});

const open = (code: string) => call(`/api/location?code=${code}`);
const revisionIn = (page: string) => /data-revision="([^"]*)"/.exec(page)?.[1] ?? '';
const change = async (operation: string, values: object) => {
  const looked = { code: first, revision: revisionIn(await open(first)), reason: 'a test' };
  return call(`/api/location/${operation}`, { ...looked, ...values });
};
const valueIn = (page: string, name: string) =>
  new RegExp(`name="${name}" type="\\w+" value="([^"]*)"`).exec(page)?.[1];
const nameOf = async (code: string) =>
  (await publishedCatalogue({ ...stack.bucket, checkSeconds: 0, now: Date.now }).current()).get(code)?.name;

it.each([
  {
    entered: 'Mo-Fr 09:00-12:30, 13:30-17:00; Sa 09:00-12:00',
    shown: 'Mo-Fr 09:00-12:30,13:30-17:00; Sa 09:00-12:00',
  },
  { entered: 'Mo-Fr 09:00-17:00, LUNCH 12:30 - 13:30', shown: 'Mo-Fr 09:00-17:00,LUNCH 12:30-13:30' },
])('takes and shows a usual week with a lunch break: $entered', async ({ entered, shown }) => {
  const page = await change('values', { hours: entered });
  expect(valueIn(page, 'hours')).toBe(shown);
  expect(sectionsOf(page)['The record']).toContain(`Hours | ${shown.replace('; ', ' | ')} | `);
  // What is shown can be entered again.
  expect(await change('values', { hours: shown })).toContain('data-notice="It was like this already.');
});

it('rejects a usual week that cannot be read, beside its field', async () => {
  const problem = await change('values', { hours: 'Mo-Fr 09:00-17:00, TEA 15:00-15:30' });
  expect(JSON.parse(problem)).toMatchObject({ fields: { hours: expect.stringMatching(/^must be Mo-Fr/) } });
});

it('shows the record in plain words', async () => {
  const record = sectionsOf(await open(first))['The record'];
  for (const words of [
    'Type | Post Office | ',
    'Work centre ID | ',
    'Time zone | ',
    'Street address | Address line 1: ',
  ])
    expect(record).toContain(words);
  expect(record).not.toMatch(/[a-z][A-Z]\w* \| |[{}]|undefined/);
});

it('completes an interrupted undo of many locations when it is repeated', async () => {
  const set = ['locations', 'set', '--where', 'type=PO', 'name=RENAMED', '--reason', 'Signs'];
  // They are stored, but so many new names are not published.
  expect(await waypost(...set)).toMatchObject({ status: 4 });
  const page = await open(last);
  const [, batch = ''] = /data-batch="([^"]*)"[^>]*>Undo</.exec(page) ?? [];
  const undo = { code: last, revision: revisionIn(page), batch, reason: 'Undo: Signs' };
  expect(await call('/api/location/undo', undo)).toBe(
    'This undoes the change at all 120 locations. Undo it?',
  );
  let transactions = 0;
  const when = ({ operation }: { readonly operation: string }) =>
    operation === 'TransactWriteItems' && ++transactions > 1;
  proxy.inject(dynamoDbInternalError, { when });
  const interrupted = await call('/api/location/undo', { ...undo, confirmed: true });
  proxy.pass();
  expect(JSON.parse(interrupted).error).toMatchObject({
    message: expect.stringMatching(/^the undo was interrupted after 49 locations/),
    remedy: 'Undo the change again to complete it',
  });
  expect(await call('/api/location/undo', { ...undo, confirmed: true })).toContain('The change is saved.');
  expect(valueIn(await open(first), 'name')).toBe('POST OFFICE 1');
  expect(valueIn(await open(last), 'name')).toBe('POST OFFICE 120');
});

it('publishes, with a repeated change, what an interrupted change left unpublished', async () => {
  await change('values', { name: 'CORNER' });
  // No stream of the table publishes here.
  expect(await nameOf(first)).not.toBe('CORNER');
  expect(await change('values', { name: 'CORNER' })).toContain('It was like this already.');
  expect(await nameOf(first)).toBe('CORNER');
  expect(JSON.parse(await change('values', {})).error.message).toBe('nothing differs from the stored values');
});

it('shows who has changed the location in the meantime, and changes nothing', async () => {
  const revision = revisionIn(await open(first));
  await change('values', { phone_number: '(03) 5550 0001' });
  const late = { code: first, revision, reason: 'late', phone_number: '(03) 5550 0002' };
  const { error } = JSON.parse(await call('/api/location/values', late));
  expect(error).toMatchObject({
    code: 'busy',
    message: expect.stringMatching(/ has changed this location at .*after you opened it/),
  });
  expect(textOf(await open(first))).not.toContain('5550 0002');
});

it('adds a location, and shows all problems beside its fields', async () => {
  const wrong = JSON.parse(
    await call('/api/locations', { reason: 'new', 'address.postcode': '30x0', hours: 'always' }),
  );
  expect(Object.keys(wrong.fields)).toEqual([
    'position',
    'address.address_line_1',
    'address.postcode',
    'hours',
  ]);
  const values = {
    location_code: 'TANAMI_PO',
    type: 'PO',
    work_centre_id: '999998',
    position: '-20.5,131.5',
  };
  const address = { 'address.address_line_1': '1 Track', 'address.postcode': '0899' };
  const page = await call('/api/locations', { reason: 'new', ...values, ...address, 'service:2': 'yes' });
  expect(sectionsOf(page)['The record']).toMatch(/Postcode: 0899 .*Services .*\(2\)/);
  expect(
    JSON.parse(await call('/api/locations', { reason: 'again', ...values, ...address })).error.message,
  ).toMatch(/TANAMI_PO already exists/);
});
