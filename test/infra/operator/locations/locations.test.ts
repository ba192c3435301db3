import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { locationEditor } from '../../../../infra/operator/locations/location-editor.ts';
import type { Edits } from '../../../../infra/operator/locations/plan-change.ts';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import { changeRepository } from '../../../../shared/data-access/location-changes/change-repository.ts';
import { overrideKey } from '../../../../shared/data-access/location-changes/override-table.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/published-catalogue.ts';
import { readItem } from '../../../../shared/data-access/table.ts';
import { formatDate } from '../../../../shared/domain/location/hours/calendar.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { fileOf, locationLine } from '../../../support/networks/import-lines.ts';
import { aCapability, postOffice } from '../../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  networkOfTables,
  publishNetwork,
} from '../../../support/networks/publish-network.ts';
import { startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';

const stack = await startOperatorStack({ imports: true });
afterAll(() => stack.close());

const today = Math.floor(Date.now() / 86_400_000);
const dateIn = (days: number): string => new Date((today + days) * 86_400_000).toISOString().slice(0, 10);
const fileDateIn = (days: number): string => formatDate(today + days);

const waypost = (...args: readonly string[]) =>
  runWaypost(['locations', ...args, '--data-dir', stack.dataDirectory]);

const succeed = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await waypost(...args, '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
};

const reject = async (status: number, message: string, ...args: readonly string[]) =>
  expect(await waypost(...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });

const why = ['--reason', 'a test'] as const;
const change = (...args: readonly string[]) => succeed(...args, ...why);
const made = { reason: 'a test', command: 'test' };

const opened = await localStack(stack.dataDirectory);
afterAll(() => opened.close());
const editor = (now?: () => Date) => locationEditor(opened, now);
const edit = editor();
/** Makes a change without publishing it, which is faster than the command line. */
const make = async (codes: readonly string[], edits: Edits, by = edit) =>
  by.make(await by.plan(codes, edits), made);

/** Writes a file with one record. */
const recordFile = async (code: string, fields: object = {}) => {
  const file = join(stack.dataDirectory, 'new.json');
  await writeFile(file, JSON.stringify(locationLine(code, { services: [{ code: 1 }], ...fields })));
  return file;
};

const statusData = async () =>
  JSON.parse((await runWaypost(['status', '--json', '--data-dir', stack.dataDirectory])).stdout);

/** Returns the record that a publication would contain. */
const stored = async (code: string): Promise<Location | undefined> => {
  const { records } = await networkOfTables(stack.embedded).readSome(new Set([code]), new Date());
  return records[0] && JSON.parse(records[0].text);
};
const import_ = async (lines: readonly object[], ...args: readonly string[]) => {
  const file = join(stack.dataDirectory, 'lines.ndjson');
  await writeFile(file, fileOf(lines));
  return runWaypost(['import', 'locations', file, '--json', ...args, '--data-dir', stack.dataDirectory]);
};

const offices = Array.from({ length: 10 }, (_, index) => {
  const { addresses, ...office } = postOffice(index + 1);
  const [address] = addresses;
  return { ...office, addresses: [{ ...address, state: index < 5 ? 'NSW' : 'VIC' }] as const };
});
const [first, second] = ['000001_PO', '000002_PO'];

const clear = async () => {
  const { client, tables } = stack.embedded;
  const repository = changeRepository({ client, tableName: tables.locationChanges });
  const overrides = await repository.overrides();
  const changes = [...overrides.values()].map((read) => ({ code: read.id, read, fields: {} }));
  const given = { ...made, id: repository.newBatchId(), at: new Date().toISOString(), by: 'test' };
  if (changes.length > 0) await repository.write(given, changes);
};

const restore = async () => {
  await clear();
  await storeRows(stack.embedded, 'locations', offices);
};
beforeAll(async () => {
  await storeRows(stack.embedded, 'capabilities', [aCapability(1), aCapability(2), aCapability(3)]);
});

describe('waypost locations', () => {
  beforeEach(restore);

  it('shows what would change with --dry-run, and changes nothing', async () => {
    const lines = [
      'LOCATION   NAME           FIELD         BEFORE          AFTER',
      '000001_PO  POST OFFICE 1  phone_number  (02) 5550 0000  (03) 1',
      'dry run: nothing was changed. 1 location would change, 0 would not\n',
    ];
    const dryRun = await waypost('set', first, 'phone_number=(03) 1', '--dry-run');
    expect(dryRun).toEqual({ status: 0, stdout: lines.join('\n'), stderr: '' });
    expect((await succeed('show', first)).overrides).toEqual([]);
  });

  it('warns of services that have not been imported, and of a move to a different time zone', async () => {
    const services = ['service:1=yes', 'service:997=no', 'service:998=Mo 09:00-10:00', 'service:999=yes'];
    const unknown = (code: number) => `warning: service ${code} is not among the imported services\n`;
    const zone = `warning: ${first} moves to a different time zone; also set time_zone=Australia/Perth\n`;
    const set = await waypost('set', first, ...services, 'position=-31.95,115.86', '--dry-run');
    expect(set).toMatchObject({ status: 0, stderr: `${zone}${unknown(998)}${unknown(999)}` });
    const file = await recordFile('NEW_PO', { services: [{ code: 1 }, { code: 999 }] });
    expect((await waypost('add', file, '--dry-run')).stderr).toBe(unknown(999));
  });

  it('sets and unsets fields by their names in import files', async () => {
    const ofPlace = ['phone_number=', 'position=-37.5,145.25', 'address.suburb=FITZROY'];
    const week = 'hours=Mo-We,Fr 08:00-12:00,13:00-17:30; Sa 09:00-12:00';
    const ofServices = ['service:2=no', 'service:3=Mo 09:00-10:00'];
    await change('set', first, ...ofPlace, week, `hours:${dateIn(5)}=10:00-11:30`, ...ofServices);
    const location = await stored(first);
    expect(location).toMatchObject({
      name: 'POST OFFICE 1',
      coordinates: { lat: -37.5, lon: 145.25 },
      addresses: [{ suburb: 'FITZROY', state: 'NSW', addressLine1: '1 High Street' }],
      services: [
        { code: 1 },
        { code: 3, hours: [{ type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '10:00' }] },
      ],
    });
    expect(location).not.toHaveProperty('phoneNumber');
    expect(location?.hours).toHaveLength(10);
    const times = { type: 'SPECIAL_HOURS', startTime: '10:00', endTime: '11:30' };
    const dates = { startDate: fileDateIn(5), endDate: fileDateIn(5) };
    expect(location?.hours.at(-1)).toEqual({ ...times, ...dates });
    await change('unset', first, 'phone_number', 'hours', 'service:2');
    const rest = await stored(first);
    expect(rest).toMatchObject({ phoneNumber: '(02) 5550 0000', addresses: [{ suburb: 'FITZROY' }] });
    expect(rest?.services.map(({ code }) => code)).toEqual([1, 2, 3]);
    expect(rest?.hours).toHaveLength(6);
  });

  it('keeps manual changes until two years after the last of them has ended', async () => {
    const { client, tables } = stack.embedded;
    const table = { client, tableName: tables.locationChanges };
    const expiry = async () => (await readItem(table, 'test', overrideKey(first)))?.expiresAt;
    await make([first], { set: { name: 'A' }, until: dateIn(20) });
    await make([first], { set: { phone_number: '1' }, until: dateIn(10) });
    expect(await expiry()).toBe((today + 20 + 730) * 86_400);
    await make([first], { set: { description: 'C' } });
    expect(await expiry()).toBeUndefined();
  });

  it('replaces imported special hours, including those of services, only on the dates of a closure', async () => {
    const usual = { type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '12:00' } as const;
    const range = { type: 'SPECIAL_HOURS', startTime: '09:00', endTime: '12:00' } as const;
    const special = { ...range, startDate: fileDateIn(2), endDate: fileDateIn(6) };
    const services = [{ code: 1, hours: [usual, special] }];
    await storeRows(stack.embedded, 'locations', [postOffice(1, { hours: [special], services })]);
    await change('close', first, '--on', dateIn(4));
    const kept = [
      { ...range, startDate: fileDateIn(2), endDate: fileDateIn(3) },
      { ...range, startDate: fileDateIn(5), endDate: fileDateIn(6) },
    ];
    const closed = { type: 'SPECIAL_CLOSED', startDate: fileDateIn(4), endDate: fileDateIn(4) };
    const location = await stored(first);
    expect(location?.hours).toEqual([...kept, closed]);
    expect(location?.services).toEqual([{ code: 1, hours: [usual, ...kept] }]);
  });

  it('keeps the other changes of a location that is closed on the last day of the calendar', async () => {
    await make([first], { set: { removed: true } });
    await change('close', first, '--on', '9999-12-31');
    expect((await edit.read(first)).overrides).toMatchObject([
      { field: 'hours:9999-12-31', until: '9999-12-31' },
      { field: 'removed' },
    ]);
  });

  it('adds a location from an import file, and removes an imported one', async () => {
    const file = await recordFile('NEW_1');
    await change('add', file);
    await change('remove', second, '--until', dateIn(30));
    expect((await succeed('show', second)).overrides).toMatchObject([
      { field: 'removed', until: dateIn(30), reason: 'a test', state: 'active' },
    ]);
    expect(await stored('NEW_1')).toMatchObject({ name: 'KINGLAKE', timeZone: 'Australia/Melbourne' });
    expect(await stored(second)).toBeUndefined();
    await reject(1, 'NEW_1 already exists', 'add', file, ...why);
    await change('unset', second, 'removed');
    expect(await stored(second)).toMatchObject({ name: 'POST OFFICE 2' });
  });

  it('rejects first and last days that contradict each other or would close the location immediately', async () => {
    const dates = [`opens_on=${dateIn(9)}`, `closes_on=${dateIn(5)}`];
    await reject(2, 'must not be before', 'set', first, ...dates, ...why);
    for (const date of [`opens_on=${dateIn(9)}`, `closes_on=${dateIn(-9)}`])
      await reject(2, 'use `waypost locations remove`', 'set', first, date, ...why);
    await change('set', first, `closes_on=${dateIn(9)}`);
    expect(await stored(first)).toMatchObject({ closesOn: dateIn(9) });
  });

  it('reports that a location is not published because of its dates', async () => {
    const file = await recordFile('LATER_1', { opens_on: dateIn(9) });
    expect((await waypost('add', file, '--dry-run')).stdout).toContain(`not open until ${dateIn(9)}`);
    await change('add', file);
    expect((await succeed('show', 'LATER_1')).published).toBe(`not open until ${dateIn(9)}`);
    await storeRows(stack.embedded, 'locations', [postOffice(1, { closesOn: dateIn(-5) })]);
    expect((await waypost('show', first)).stdout).toContain(`closed after ${dateIn(-5)}`);
  });

  it('adds a seasonal location again after it has ended', async () => {
    const file = await recordFile('STALL_1');
    const lastYear = editor(() => new Date('2025-01-01T00:00:00Z'));
    const added = { ...postOffice(1), locationCode: 'STALL_1' };
    await make(['STALL_1'], { set: { added }, until: '2025-02-01' }, lastYear);
    await change('add', file, '--until', dateIn(9));
    expect(await stored('STALL_1')).toMatchObject({ name: 'KINGLAKE' });
    await change('unset', 'STALL_1', 'added');
  });

  it('changes all locations that match v3 filters and a state, and undoes all changes', async () => {
    const found = await succeed('find', '--where', 'type=PO&state=VIC', '--limit', '2');
    expect(found).toMatchObject({ total: 5, locations: [{ id: '000006_PO', state: 'VIC' }, {}] });
    const { stdout } = await waypost('find', '--where', 'type=PO&state=VIC', '--limit', '2');
    const more = `3 more; to continue: --cursor ${found.next}`;
    expect(stdout.split('\n').slice(-3)).toEqual(['5 in total', more, '']);
    const rest = await succeed('find', '--where', 'type=PO&state=VIC', '--cursor', found.next);
    expect(rest.locations).toHaveLength(3);
    const where = ['--where', 'state=VIC', '--where', 'attribute[work_centre_id]=6,7,1'];
    const { batch, changed } = await change('close', ...where, '--on', dateIn(3));
    expect(changed).toEqual(['000006_PO', '000007_PO']);
    const again = await change('close', ...where, '--on', dateIn(3));
    expect(again).toMatchObject({ batch: null, changed: [], unchanged: changed });
    const { entries } = await succeed('history', '--limit', '1');
    const who = { by: expect.stringContaining('@'), command: expect.stringContaining('close --on') };
    expect(entries).toMatchObject([
      { batch, locations: 2, isComplete: true, reason: 'a test', undoneBy: null, ...who },
    ]);
    await change('undo', batch);
    for (const code of changed) expect((await stored(code))?.hours).toHaveLength(5);
  });

  it('finds locations that are not published, because of a new change or because they open later, but none that have closed', async () => {
    await storeRows(stack.embedded, 'locations', [
      { ...postOffice(1), workCentreId: 777, opensOn: dateIn(20) },
      { ...postOffice(2), workCentreId: 777, closesOn: dateIn(-20) },
    ]);
    await make([first, second], { set: { 'address.state': 'TAS' } });
    for (const where of ['attribute[work_centre_id]=777', 'state=tas'])
      expect((await succeed('find', '--where', where)).locations).toMatchObject([{ id: first }]);
  });

  it('finds locations by the state of their principal address, given as a code or a name', async () => {
    const [address] = postOffice(1).addresses;
    const other = { ...address, type: 'PARCEL_COLLECT' as const, state: 'QLD' };
    await storeRows(stack.embedded, 'locations', [
      { ...postOffice(1), addresses: [{ ...address, state: 'Victoria' }, other] },
      { ...postOffice(2), addresses: [{ ...address, state: '' }] },
    ]);
    const find = async (state: string) => (await succeed('find', '--where', `state=${state}`)).total;
    expect([await find('VIC'), await find('victoria, NSW'), await find('QLD')]).toEqual([6, 9, 0]);
  });

  it("rejects a location's former id in a filter", async () => {
    await storeRows(stack.embedded, 'locations', [{ ...postOffice(1), formerCodes: ['OLD_1'] }]);
    await reject(2, 'OLD_1 is a former id of 000001_PO', 'find', '--where', 'id=OLD_1');
  });

  it('rejects the second of two writers, names the first, and loses neither change', async () => {
    await using proxy = await startFaultProxy(stack.embedded.engine.endpoint);
    await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
    onTestFinished(() => stack.describe());
    const writes = ({ operation }: { readonly operation: string }) => operation === 'TransactWriteItems';
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    proxy.inject({ kind: 'hold', until }, { when: writes, times: 1 });
    const due = proxy.next(writes);
    const late = waypost('set', first, 'name=LATE', ...why, '--json');
    await due;
    await stack.describe();
    await make([first], { set: { name: 'EARLY' } });
    release();
    const { status, stdout } = await late;
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({
      status: 1,
      changed: [],
      refused: [{ code: first }],
      error: { code: 'busy', message: expect.stringContaining('someone else has changed it') },
    });
    expect((await edit.read(first)).overrides).toMatchObject([{ field: 'name', value: 'EARLY' }]);
    const basedOn = null;
    await expect(edit.plan([first], { set: { name: 'OLD' } }, basedOn)).rejects.toThrow(
      `${first} has been changed since it was read`,
    );
    const both = await edit.plan([first, second], { set: { name: 'BOTH' } });
    await make([second], { set: { name: 'SECOND' } });
    expect(await edit.make(both, made)).toMatchObject({ changed: [first], refused: [{ code: second }] });
  });

  it('completes an interrupted batch if the command is repeated, and can undo the batch', async () => {
    const { client, tables } = stack.embedded;
    const codes = Array.from({ length: 60 }, (_, index) => `many_${index}`);
    const rows = codes.map((locationCode) => ({ ...postOffice(1), locationCode }));
    await storeRows(stack.embedded, 'locations', rows);
    const plan = await edit.plan(codes, { set: { name: 'NEW' } });
    const interrupted = await edit
      .make(plan, made, () => {
        throw new Error('killed');
      })
      .catch((error: unknown) => error);
    expect(interrupted).toMatchObject({ name: 'BatchInterrupted', changed: 0 });
    const [entry] = (await edit.history({ limit: 1 })).entries;
    expect(entry).toMatchObject({ isComplete: false, undoneBy: null });
    const repeated = await make(codes, { set: { name: 'NEW' } });
    // The first transaction of the interrupted batch had written 49 of the changes.
    expect(repeated.changed).toHaveLength(11);
    const undone = await edit.undo(entry?.batch ?? '', made);
    expect(undone.changed).toHaveLength(49);
    expect(undone.refused).toEqual([]);
    const repository = changeRepository({ client, tableName: tables.locationChanges });
    expect((await repository.overridesOf(codes)).size).toBe(11);
    // A writer that was assumed to have died must not write again.
    const batch = await repository.findBatch(entry?.batch ?? '');
    const unread = [{ code: 'many_0', read: undefined, fields: {} }];
    await expect(repository.write(batch ?? expect.fail(), unread)).rejects.toThrow('was undone');
  });

  it('repeats a change that a later change hides, or that the file contradicts', async () => {
    const dates = ['--on', dateIn(4), '--to', dateIn(6)];
    const christmas = ['close', first, ...dates, ...why];
    await succeed(...christmas);
    await change('set', first, `hours:${dateIn(5)}=09:00-12:00`);
    expect((await stored(first))?.hours).toHaveLength(8);
    expect(await succeed(...christmas)).toMatchObject({ changed: [first] });
    expect((await stored(first))?.hours).toHaveLength(6);
    const rename = ['set', first, 'name=BY HAND', ...why];
    await succeed(...rename);
    await storeRows(stack.embedded, 'locations', [postOffice(1, { name: 'OTHER NAME' })]);
    expect(await succeed(...rename)).toMatchObject({ changed: [first] });
    const { overrides } = await succeed('show', first);
    expect(overrides).toContainEqual(expect.objectContaining({ field: 'name', state: 'active' }));
    for (const made of [christmas, rename]) expect(await succeed(...made)).toMatchObject({ changed: [] });
  });

  it('lets the latest change win even if the clock of an earlier operator was ahead', async () => {
    const ahead = editor(() => new Date(Date.now() + 3_600_000));
    const closure = [{ type: 'SPECIAL_CLOSED', startDate: fileDateIn(4), endDate: fileDateIn(6) }];
    const set = { [`hours:${dateIn(4)}/${dateIn(6)}`]: closure };
    await make([first, second], { set }, ahead);
    const later = ['set', second, `hours:${dateIn(5)}=09:00-12:00`];
    expect((await waypost(...later, '--dry-run')).stdout).toContain('09:00-12:00');
    await change(...later);
    expect((await stored(first))?.hours).toHaveLength(6);
    expect((await stored(second))?.hours).toHaveLength(8);
  });

  it('publishes the changes of an interrupted command when the change or undo is repeated', async () => {
    const { batch } = await make([first], { set: { name: 'NEW' } });
    const unchanged = { batch: null, unchanged: [first], publication: { status: 'published' } };
    expect(await change('set', first, 'name=NEW')).toMatchObject(unchanged);
    await edit.undo(batch ?? '', made);
    expect(await change('undo', batch ?? '')).toMatchObject(unchanged);
    const publication = { reason: 'manual changes', changed: [first], onlyChanges: true };
    expect(stack.seen.publications.slice(-2)).toEqual([publication, publication]);
  });

  it('records which batch undid a batch, until the undo is itself undone', async () => {
    const undoneBy = async (id: string | null) =>
      (await edit.history({ limit: 5 })).entries.find(({ batch }) => batch === id)?.undoneBy;
    const { batch } = await make([first], { set: { name: 'NEW' } });
    await succeed('undo', batch ?? '', '--dry-run');
    expect(await undoneBy(batch)).toBeNull();
    const undo = await edit.undo(batch ?? '', made);
    expect(await undoneBy(batch)).toBe(undo.batch);
    const redo = await edit.undo(undo.batch ?? '', made);
    expect((await stored(first))?.name).toBe('NEW');
    expect([await undoneBy(batch), await undoneBy(undo.batch)]).toEqual([null, redo.batch]);
    await make([first], { set: { name: 'NEWER' } });
    await reject(1, 'skipped', 'undo', batch ?? '', ...why);
    expect(await undoneBy(batch)).toBeNull();
  });

  it('lists the history in pages, of which only the last has no cursor', async () => {
    for (const name of ['A', 'B', 'C']) await make([first], { set: { name } });
    const { entries } = await succeed('history', first, '--limit', '500');
    const rest = String(entries.length - 1);
    const newest = await succeed('history', first, '--limit', '1');
    const others = await succeed('history', first, '--limit', rest, '--cursor', newest.next);
    const batchesIn = (listed: readonly { readonly batch: string }[]) => listed.map(({ batch }) => batch);
    expect(batchesIn([...newest.entries, ...others.entries])).toEqual(batchesIn(entries));
    expect(others.next).toBeNull();
  });

  it('rejects a day that is over at the location, but not yet everywhere, and accepts the current day', async () => {
    // In Sydney, it is already 25 December.
    const edit = editor(() => new Date('2026-12-24T13:30:00Z'));
    const value = [{ type: 'SPECIAL_CLOSED', startDate: '24/12/2026', endDate: '24/12/2026' }];
    const plan = edit.plan([first], { set: { 'hours:2026-12-24': value } });
    await expect(plan).rejects.toThrow('2026-12-24 has already passed: it is 2026-12-25 at the location');
    const { locations } = await edit.plan([first], { set: { name: 'X' }, until: '2026-12-25' });
    expect(locations).toHaveLength(1);
  });

  it('undoes a batch except at locations that have since changed, and lists them, even if publishing fails', async () => {
    const { batch } = await change('set', '--where', 'id=000001_PO,000002_PO', 'name=BATCH');
    expect((await waypost('undo', batch, '--dry-run')).stdout).toMatch(
      /000001_PO +POST OFFICE 1 +name +BATCH +POST OFFICE 1/,
    );
    await make([second], { set: { name: 'AGAIN' } });
    const { status, stdout } = await waypost('undo', batch, ...why, '--json');
    const undone = { status, ...JSON.parse(stdout) };
    expect(undone).toMatchObject({ status: 1, changed: [first], refused: [{ code: second }] });
    expect(await stored(first)).toMatchObject({ name: 'POST OFFICE 1' });
    expect(await stored(second)).toMatchObject({ name: 'AGAIN' });
    await stack.describe({ controlEndpoint: 'http://127.0.0.1:9' });
    onTestFinished(() => stack.describe());
    const stdoutOfUnpublished = expect.stringContaining('1 location skipped, because someone else has chan');
    expect(await waypost('undo', batch, ...why)).toMatchObject({ status: 1, stdout: stdoutOfUnpublished });
  });

  it('keeps changes across imports, and reports changes that the file contradicts, confirms or orphans', async () => {
    await change('set', first, 'name=BY HAND', 'phone_number=1', `hours:${dateIn(9)}=closed`);
    await make([second, '000003_PO'], { set: { name: 'BY HAND' } });
    const lineOf = ({ locationCode, name = '' }: { locationCode: string; name?: string }, more = {}) =>
      locationLine(locationCode, { name, phone_number: '(02) 5550 0000', services: [{ code: 1 }], ...more });
    const lines = [
      lineOf(offices[0] ?? postOffice(1), { name: 'OTHER NAME' }),
      lineOf({ locationCode: second, name: 'BY HAND' }),
      ...offices.slice(3).map((office) => lineOf(office)),
    ];
    const { stdout } = await import_(lines, '--force');
    expect(JSON.parse(stdout).warnings).toEqual(
      expect.arrayContaining([
        'manual changes replace values that have changed in the file (1): 000001_PO (name)',
        'manual changes match the file, and are no longer needed (1): 000002_PO (name)',
        'manual changes belong to locations that are no longer in the file (1): 000003_PO (name)',
      ]),
    );
    expect(await stored(first)).toMatchObject({ name: 'BY HAND', phoneNumber: '1' });
    expect(await stored('000003_PO')).toBeUndefined();
    const shown = await succeed('show', first);
    const states = shown.overrides.map(({ field, state }: Record<string, string>) => `${field} ${state}`);
    expect(states.sort()).toEqual([`hours:${dateIn(9)} active`, 'name contradicted', 'phone_number active']);
    expect((await statusData()).changesByHand).toEqual({
      fields: 5,
      locations: 3,
      contradicted: [`${first} (name)`],
      confirmed: [`${second} (name)`],
      orphaned: ['000003_PO (name)'],
      invalid: [],
    });
  });

  it('warns when an import contains an added location, and again when a later import omits it', async () => {
    const line = locationLine('ADDED_1', { services: [{ code: 1 }] });
    await change('add', await recordFile('ADDED_1'));
    const warnings = async (...lines: readonly object[]) => {
      const result = JSON.parse((await import_(lines, '--force')).stdout);
      return result.warnings.filter((text: string) => text.includes('manual change'));
    };
    const other = locationLine(first, { services: [{ code: 1 }] });
    expect(await warnings(other)).toEqual([]);
    expect(await warnings(other, line)).toEqual([
      'manual changes match the file, and are no longer needed (1): ADDED_1 (added)',
    ]);
    expect(await warnings(other)).toEqual([
      'manual changes belong to locations that are no longer in the file (1): ADDED_1 (added)',
    ]);
  });
});

describe('waypost locations with a publisher', () => {
  const catalogue = () => publishedCatalogue({ ...stack.bucket, checkSeconds: 0, now: Date.now }).current();
  const published = async (code: string) => (await catalogue()).get(code);
  const publish = (...args: readonly string[]) =>
    runWaypost(['publish', ...args, '--data-dir', stack.dataDirectory]);
  const rollback = (version: string) => runWaypost(['rollback', version, '--data-dir', stack.dataDirectory]);

  /** Reads the published NDJSON export, with all occurrences of its version removed. */
  const exported = async () => {
    const { full, version } = await manifestIn(stack.bucket);
    expect(full.version).toBe(version);
    const text = gunzipSync(await stack.bucket.get(full.exports.ndjson.key)).toString('utf8');
    return text.replaceAll(version, '');
  };

  beforeEach(async () => {
    await restore();
    const tables = networkOfTables(stack.embedded);
    await publishNetwork(stack.bucket, networkOf([]), { tables });
    stack.answers.publishes = true;
  });
  afterEach(() => {
    stack.answers.publishes = false;
  });

  it('closes a location on some days in both versions, and reopens it with undo', async () => {
    const before = await exported();
    const { batch, changed } = await change('close', first, '--on', dateIn(3), '--to', dateIn(4));
    expect(changed).toEqual([first]);
    const dates = { startDate: fileDateIn(3), endDate: fileDateIn(4) };
    expect((await published(first))?.hours.at(-1)).toEqual({ type: 'SPECIAL_CLOSED', ...dates });
    await publish();
    expect(await exported()).not.toEqual(before);
    // Opening hours on the last day may extend past midnight.
    expect((await succeed('show', first)).overrides).toMatchObject([{ until: dateIn(5) }]);
    const undone = await change('undo', batch);
    expect(undone).toMatchObject({ undone: batch, changed: [first], publication: { status: 'published' } });
    await publish();
    expect(await exported()).toEqual(before);
  });

  it('stores a change during a rollback, and publishes it after the rollback', async () => {
    const { version } = await manifestIn(stack.bucket);
    await change('set', first, 'name=BAD');
    expect(await rollback(version)).toMatchObject({ status: 0 });
    const held = await waypost('set', first, 'name=HELD', ...why, '--json');
    expect({ status: held.status, ...JSON.parse(held.stdout) }).toMatchObject({
      status: 1,
      changed: [first],
      error: { code: 'held', message: expect.stringMatching(/^the changes are stored, but /) },
    });
    expect((await published(first))?.name).toBe('POST OFFICE 1');
    await publish();
    expect((await published(first))?.name).toBe('HELD');
  });

  it('reports a rollback that another publication has overtaken', async () => {
    const { version } = await manifestIn(stack.bucket);
    await change('set', first, 'name=NEW');
    const { version: newer } = await manifestIn(stack.bucket);
    const superseded = { status: 'superseded', version: newer, locations: 10, capabilities: 3 };
    stack.answers.publishes = false;
    stack.answers.publisherFirst.push(superseded);
    expect(await rollback(version)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${version} is not served: version ${newer} was published`),
    });
  });

  it('no longer requires action for a rejected change once it is undone, but still does after another change', async () => {
    const problems = async () => (await statusData()).problems;
    const rejected = expect.stringMatching(/^the last publication was rejected: 5 of 10/);
    const removed = await waypost('remove', '--where', 'state=NSW', ...why, '--json');
    expect(await problems()).toContainEqual(rejected);
    await change('set', '000010_PO', 'name=OTHER');
    expect((await published('000010_PO'))?.name).toBe('OTHER');
    expect(await problems()).toContainEqual(rejected);
    await change('undo', JSON.parse(removed.stdout).batch);
    expect(await problems()).not.toContainEqual(rejected);
  });

  it('explains how to proceed if the publication of a change, or an earlier publication, is rejected', async () => {
    const removed = await waypost('remove', '--where', 'type=PO', ...why, '--json');
    expect(removed.status).toBe(4);
    const { batch, error } = JSON.parse(removed.stdout);
    expect(error).toMatchObject({
      code: 'publication_refused',
      message: expect.stringMatching(/^the changes are stored, but publishing was rejected: \d+ of \d+/),
      remedy: expect.stringMatching(
        `^To publish it anyway: .* --force .*To undo .* locations undo ${batch} `,
      ),
    });
    await change('undo', batch);
    const few = [locationLine(first, { services: [{ code: 1 }] })];
    expect(await import_(few)).toMatchObject({ status: 4 });
    const { status, stdout } = await waypost('set', first, 'name=NEW', ...why, '--json');
    expect(status).toBe(4);
    expect(JSON.parse(stdout).error.remedy).toMatch(
      /^The publication before the change was also rejected \(import, .*publish everything that is stored: waypost publish --force /,
    );
    expect(await publish('--force')).toMatchObject({ status: 0 });
    expect((await published(first))?.name).toBe('NEW');
  });
});

describe('waypost locations with invalid arguments', () => {
  beforeAll(restore);

  it.each([
    [['find', '--where', 'tpye=PO'], 'unknown filter: tpye'],
    [['find', '--where', ''], 'the filter is empty'],
    [['find', '--where', 'type='], 'the `type` filter has no value'],
    [['find', '--where', 'state=VIC,'], 'the `state` filter has an empty value'],
    [['find', '--where', 'open_at=2031-01-01T10:00'], 'invalid filter open_at:'],
    [['find', '--where', 'type=XX'], 'invalid filter type: "XX" is not one of PO'],
    [['find', '--where', 'type=PO&radius=5'], 'the `radius` filter has no effect without near or lat'],
    [
      ['find', '--where', 'id=1&parcel_strict=true'],
      'the `parcel_strict` filter has no effect without parcel',
    ],
    [['close', '--on', dateIn(1)], 'specify one location, or --where'],
    [['close', first, '--on', dateIn(-3)], 'has already passed'],
    [['close', first, '--on', dateIn(3), '--to', dateIn(2)], 'must not be before'],
    [['set', first, 'phone=1'], 'there is no field phone'],
    [['set', first, 'constructor=1'], 'there is no field constructor'],
    [['set', first, 'address.toString=1'], 'there is no field address.toString'],
    [['set', first, 'position=0x10,0x20'], 'position: must be latitude,longitude'],
    [['set', first, 'position=91,0'], 'position: must be from -90 to 90'],
    [['set', first, 'description='], 'description: must have a value'],
    [['set', first, 'hours=9 to 5'], 'hours: must be Mo-Fr 09:00-17:00'],
    [['set', first, 'address.postcode=30'], 'address.postcode: must be four digits'],
    [['unset', first, 'phone'], 'there is no field phone'],
    [['set', first, 'hours:2026-02-29=closed'], '2026-02-29 is not a real date'],
    [['set', first, 'hours:tomorrow=closed'], 'tomorrow is not a real date (YYYY-MM-DD)'],
    [['unset', first, 'hours:2026-12-24/2026-12-32'], '2026-12-32 is not a real date'],
    [['set', first, 'hours:2026-12-24/2026-12-20=closed'], '2026-12-20 must not be before 2026-12-24'],
    [['set', first, 'hours:2026-12-24/2027-12-25=closed'], 'nor more than a year after it'],
    [['set', first, 'hours:2026-12-24/2026-12-25/=closed'], 'there is no field hours:2026-12-24/'],
    [['set', first, 'hours:2025-12-24=closed'], `${first}: 2025-12-24 has already passed`],
    [['set', first, `hours:${dateIn(9)}=closed`, '--until', dateIn(5)], 'when the change starts'],
    [['set', first, `hours:${dateIn(3)}/${dateIn(5)}=closed`, `hours:${dateIn(4)}=09:00-12:00`], 'overlap'],
    [
      ['set', first, `addresses=${JSON.stringify(locationLine('A').addresses)}`, 'address.suburb=X'],
      'addresses and address.suburb overlap',
    ],
  ])('rejects %j', async (args, message) => {
    await reject(2, message, ...args, ...(args[0] === 'find' ? [] : why));
  });

  it.each([
    [2, 'a change needs a --reason', 'close', first, '--on', dateIn(1)],
    [2, 'a change needs a --reason', 'undo', 'x'],
    [1, 'location: 999999_PO', 'set', '999999_PO', 'name=X', ...why],
    [1, 'there is no batch x', 'undo', 'x', ...why],
  ] as const)('requires a reason, and an existing location or batch: exit code %d, %s', reject);
});
