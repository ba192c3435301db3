import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { locationEditor } from '../../../infra/operator/locations/location-editor.ts';
import { localStack } from '../../../infra/operator/stack/local-stack.ts';
import { dynamoDbInternalError, startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { networkOf, networkOfTables, publishNetwork } from '../../support/networks/publish-network.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { openConsole, sectionsOf, startConsole, textOf } from '../../support/stack/start-console.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

const stack = await startOperatorStack();
const proxy = await startFaultProxy(stack.embedded.engine.endpoint);
let running: Awaited<ReturnType<typeof startConsole>>;
let call: Awaited<ReturnType<typeof openConsole>>;
const waypost = (...args: readonly string[]) => runWaypost([...args, '--data-dir', stack.dataDirectory]);
const offices = Array.from({ length: 60 }, (_, index) => postOffice(index + 1));
const [first = '', last = ''] = [offices[0]?.locationCode, offices.at(-1)?.locationCode];
beforeAll(async () => {
  await storeRows(stack.embedded, 'capabilities', [aCapability(1), aCapability(2)]);
  await storeRows(stack.embedded, 'locations', offices);
  // The form offers the published services.
  await publishNetwork(stack.bucket, networkOf([]), { tables: networkOfTables(stack.embedded) });
  await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
  running = await startConsole(stack.dataDirectory);
  call = await openConsole(running);
});
afterAll(async () => {
  running.kill();
  await proxy[Symbol.asyncDispose]();
  await stack.close();
});

const made = { reason: 'a test', command: 'test' };
const openEditor = async () => {
  const opened = await localStack(stack.dataDirectory);
  onTestFinished(() => opened.close());
  return locationEditor(opened);
};

const open = (code: string) => call(`/api/location?code=${code}`);
const revisionIn = (page: string) => /data-revision="([^"]*)"/.exec(page)?.[1] ?? '';
const change = async (operation: string, values: object) => {
  const looked = { code: first, revision: revisionIn(await open(first)), reason: 'a test' };
  return call(`/api/location/${operation}`, { ...looked, ...values });
};
const changedIn = (page: string) => /data-changed="([^"]*)"/.exec(page)?.[1];
const valueIn = (page: string, name: string) =>
  new RegExp(`name="${name}" type="\\w+" value="([^"]*)"`).exec(page)?.[1];

it.each([
  ['Mo-Fr 09:00-12:30, 13:30-17:00; Sa 09:00-12:00', 'Mo-Fr 09:00-12:30,13:30-17:00; Sa 09:00-12:00'],
  ['Mo-Fr 09:00-17:00, LUNCH 12:30 - 13:30', 'Mo-Fr 09:00-17:00,LUNCH 12:30-13:30'],
])('accepts and shows a usual week with a lunch break: %s', async (entered, shown) => {
  const page = await change('values', { hours: entered });
  expect(valueIn(page, 'hours')).toBe(shown);
  expect(sectionsOf(page)['The record']).toContain(`Hours | ${shown.replace('; ', ' | ')} | `);
  // The text shown can be entered again.
  expect(await change('values', { hours: shown })).toContain('data-notice="Nothing was changed.');
});

it('shows the record in plain words', async () => {
  const record = sectionsOf(await open(first))['The record'];
  const address = 'Street address | Address line 1 | ';
  for (const words of ['Type | Post Office | ', 'Work centre ID | ', 'Time zone | ', address])
    expect(record).toContain(words);
  expect(record).not.toMatch(/[a-z][A-Z]\w* \| |[{}]|undefined/);
});

it('shows text with a long run of blanks immediately', async () => {
  const blanks = ' '.repeat(300_000);
  const directions = `Level 1${blanks}rear\r\nof the lift`;
  await storeRows(stack.embedded, 'locations', [
    postOffice(99, { locationCode: '000099_DC', type: 'DC', directions }),
  ]);
  const [before, after] = valueIn(await open('000099_DC'), 'directions')?.split(blanks) ?? [];
  expect([before, after]).toEqual(['Level 1', 'rear of the lift']);
});

it('completes an interrupted undo of many locations when it is repeated', async () => {
  const set = ['locations', 'set', '--where', 'type=PO', 'name=RENAMED', '--reason', 'Signs'];
  expect(await waypost(...set)).toMatchObject({ status: 0 });
  const page = await open(last);
  const [, batch = ''] = /data-batch="([^"]*)"[^>]*><button[^>]*>Undo</.exec(page) ?? [];
  const undo = { code: last, revision: revisionIn(page), batch, reason: 'Undo: Signs' };
  expect(await call('/api/location/undo', undo)).toBe(
    'This undoes the change to all 60 locations. Continue?',
  );
  let transactions = 0;
  const when = ({ operation }: { readonly operation: string }) =>
    operation === 'TransactWriteItems' && ++transactions > 1;
  proxy.inject(dynamoDbInternalError, { when });
  const interrupted = await call('/api/location/undo', { ...undo, confirmed: true });
  proxy.pass();
  expect(JSON.parse(interrupted).error).toMatchObject({
    message: expect.stringMatching(/^the change was interrupted after 49 locations/),
    remedy: expect.stringMatching(/^Repeat the change to complete it, or undo what was changed/),
  });
  expect(await call('/api/location/undo', { ...undo, confirmed: true })).toContain('The change is saved.');
  expect(valueIn(await open(first), 'name')).toBe('POST OFFICE 1');
  expect(valueIn(await open(last), 'name')).toBe('POST OFFICE 60');
});

it('publishes changed locations, even after an interruption, and says when they are served', async () => {
  // Here, no table stream triggers a publication.
  const page = await change('values', { name: 'CORNER' });
  const again = await change('values', { name: 'CORNER' });
  expect(again).toContain('data-notice="Nothing was changed."');
  expect(changedIn(again)).toBe(changedIn(page));
  const served = await call('/api/locations/publish', { changed: changedIn(again) });
  expect(served).toMatch(
    /^The change is published: catalogue \S+ \(2 locations, 1 service\) is being served\.$/,
  );
  expect(stack.seen.publications.at(-1)).toMatchObject({ changed: [first], onlyChanges: true });
  expect(await change('values', {})).toContain('data-notice="Nothing was changed."');
});

it('explains why a change is not published', async () => {
  const page = await change('values', { name: 'HELD' });
  stack.answers.publisherFirst.push({ status: 'held', kind: 'rollback' });
  const held = await call('/api/locations/publish', { changed: changedIn(page) });
  expect(JSON.parse(held).error).toMatchObject({
    message: expect.stringMatching(/^the changes are stored, but publications are held back by the rollback/),
    remedy: expect.stringContaining('waypost publish'),
  });
});

it('sets the last day of a change, and the hours of a service', async () => {
  const until = '2099-12-31';
  const hours = 'Mo-Fr 09:00-12:00; Sa 09:00-11:00';
  const page = await change('values', { 'service:1': hours, phone_number: '(03) 5550 0003', until });
  expect(sectionsOf(page).Overrides).toMatch(/phone_number \| \(03\) 5550 0003 \| \w+ \| 2099-12-31 \| /);
  expect(sectionsOf(page)['The record']).toMatch(/\(1\): Mo-Fr 09:00-12:00; Sa 09:00-11:00/);
  // The text shown can be entered again, as can yes and no.
  expect(valueIn(page, 'service:1')).toBe(hours);
  expect(valueIn(page, 'service:2')).toBe('yes');
  expect(await change('values', { 'service:1': hours, until })).toContain('Nothing was changed.');
  expect(valueIn(await change('values', { 'service:1': 'yes', 'service:2': 'yes' }), 'service:1')).toBe(
    'yes',
  );
  expect(valueIn(await change('values', { 'service:2': 'no' }), 'service:2')).toBe('no');
  const removed = await change('remove', { until });
  expect(sectionsOf(removed).Overrides).toMatch(/removed \| yes \| \w+ \| 2099-12-31 \| /);
  expect(await change('unset', { field: 'removed' })).toContain('The change is saved.');
});

it('warns of a service that has not been imported', async () => {
  const warning = 'The change is saved. Warning: service 999 is not among the imported services.';
  expect(await change('values', { 'service:999': 'yes' })).toContain(`data-notice="${warning}"`);
  expect(await change('values', { 'service:999': 'no' })).toContain('data-notice="The change is saved."');
});

it.each([
  ['values', { name: 'X', until: '2026-01-31' }, 'until', /^has already passed/],
  ['remove', { until: '2026-01-31' }, 'until', /^has already passed/],
  ['values', { name: 'X', until: 'soon' }, 'until', /^must be a date$/],
  ['values', { 'service:1': 'maybe' }, 'service:1', /^must be yes, no, or Mo-Fr/],
  ['values', { 'service:1': '' }, 'service:1', /^must be yes, no, or Mo-Fr/],
  ['values', { hours: 'Mo-Fr 09:00-17:00, TEA 15:00-15:30' }, 'hours', /^must be Mo-Fr/],
  ['values', { closes_on: '2026-01-31' }, 'closes_on', /^would end its publication now\. To .*, remove it$/],
  ['dates', { first: '2026-01-30', last: '2026-01-31' }, 'last', /^has already passed/],
  ['dates', { first: '2099-01-01', last: '2100-02-01' }, 'last', /^must not be before .* than a year after/],
])('rejects %s %j, and shows why beside %s', async (operation, given, field, problem) => {
  expect(JSON.parse(await change(operation, given)).fields).toEqual({
    [field]: expect.stringMatching(problem),
  });
});

it('shows who has changed the location in the meantime, and changes nothing', async () => {
  const revision = revisionIn(await open(first));
  await change('values', { phone_number: '(03) 5550 0001' });
  const late = { code: first, revision, reason: 'late', phone_number: '(03) 5550 0002' };
  const { error } = JSON.parse(await call('/api/location/values', late));
  expect(error).toMatchObject({
    code: 'busy',
    message: expect.stringMatching(/ has changed this location since you opened it$/),
  });
  expect(textOf(await open(first))).not.toContain('5550 0002');
});

it('says that nothing was saved if someone else changes the location while the change is being stored', async () => {
  const revision = revisionIn(await open(first));
  const editor = await openEditor();
  const isWrite = ({ operation }: { readonly operation: string }) => operation === 'TransactWriteItems';
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  proxy.inject({ kind: 'hold', until }, { when: isWrite, times: 1 });
  const due = proxy.next(isWrite);
  const late = call('/api/location/values', { code: first, revision, reason: 'late', name: 'LATE' });
  await due;
  await editor.make(await editor.plan([first], { set: { name: 'EARLY' } }), made);
  release();
  expect(JSON.parse(await late)).toMatchObject({ error: { code: 'busy' } });
});

it('adds a location, and shows all problems beside the fields', async () => {
  const wrong = JSON.parse(
    await call('/api/locations', { reason: 'new', 'address.postcode': '30x0', hours: 'always' }),
  );
  expect(Object.keys(wrong.fields)).toEqual([
    ...['location_code', 'type', 'work_centre_id', 'position', 'address.address_line_1'],
    ...['address.postcode', 'hours'],
  ]);
  const code = { location_code: 'TANAMI_PO', type: 'PO' };
  const values = { ...code, work_centre_id: '999998', position: '-20.5,131.5' };
  const address = { 'address.address_line_1': '1 Track', 'address.postcode': '0899' };
  for (const work_centre_id of [' ', '0x10', '1e3']) {
    const added = await call('/api/locations', { reason: 'new', ...values, ...address, work_centre_id });
    expect(JSON.parse(added)).toMatchObject({
      fields: { work_centre_id: 'must be an integer from 0 to 999999999' },
    });
  }
  const dates = { opens_on: '2099-02-01', closes_on: '2099-01-31' };
  expect(
    JSON.parse(await call('/api/locations', { reason: 'new', ...values, ...address, ...dates })),
  ).toEqual(expect.objectContaining({ fields: { closes_on: 'must not be before opens_on' } }));
  const page = await call('/api/locations', { reason: 'new', ...values, ...address, 'service:2': 'yes' });
  expect(sectionsOf(page)['The record']).toMatch(/Postcode \| 0899 .*Services .*\(2\)/);
  expect(
    JSON.parse(await call('/api/locations', { reason: 'again', ...values, ...address })).error.message,
  ).toMatch(/TANAMI_PO already exists/);
});

it('adds a location again after it was removed', async () => {
  const stall = {
    ...{ location_code: 'STALL_1', type: 'PO', work_centre_id: '999997', position: '-37.8,144.9' },
    'address.address_line_1': '1 Market St',
  };
  const add = async (reason: string) => call('/api/locations', { reason, ...stall, name: reason });
  const revision = revisionIn(await add('Market'));
  const removed = await call('/api/location/remove', { code: 'STALL_1', revision, reason: 'Over' });
  expect(removed).toContain('This location has been removed.');
  const again = await add('New market');
  expect(again).toContain('The change is saved.');
  expect(valueIn(again, 'name')).toBe('New market');
});

it('says that another operator has removed the location, and that a reload discards what was typed', async () => {
  const revision = revisionIn(await open(last));
  expect(await waypost('locations', 'remove', last, '--reason', 'Closed down')).toMatchObject({ status: 0 });
  const late = { code: last, revision, reason: 'late', name: 'LATE' };
  expect(JSON.parse(await call('/api/location/values', late)).error).toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/ has changed this location since you opened it$/),
    remedy: expect.stringMatching(/^It is now removed\. Copy what you typed/),
  });
});

it('says that a change is saved but cannot be shown, and what to publish', async () => {
  const page = await open(first);
  let isWritten = false;
  proxy.inject(dynamoDbInternalError, {
    when: ({ operation }) => {
      const isAfter = isWritten;
      isWritten ||= operation === 'TransactWriteItems';
      return isAfter && operation === 'Query';
    },
  });
  const looked = { code: first, revision: revisionIn(page), reason: 'a test' };
  const reply = JSON.parse(await call('/api/location/values', { ...looked, name: 'SAVED' }));
  proxy.pass();
  expect(reply).toMatchObject({
    error: { message: expect.stringMatching(/^the change is saved, but cannot be shown: /) },
    changed: first,
  });
  expect(valueIn(await open(first), 'name')).toBe('SAVED');
});

it('says how to list the changes that the history leaves out', async () => {
  const codes = 'locations history';
  expect(sectionsOf(await open(first)).History).not.toContain(codes);
  const editor = await openEditor();
  for (let index = 0; index < 50; index++)
    await editor.make(await editor.plan([first], { set: { name: `NAME ${index}` } }), made);
  expect(sectionsOf(await open(first)).History).toMatch(
    new RegExp(`newest 50\\. To list more: .*locations history ${first}`),
  );
});
