import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findById } from '../../../../functions/locations-v3/extensions/ids.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { captureLog, metricsIn } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  networkOfTables,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { putRows, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';
import { catalogueOf, linesIn } from './published-files.ts';

const store = perTest(startLocalBucket);
const database = perTest(startEmbeddedTables);

const scheduled = { reason: 'schedule' };

const publish = (time: string, event: unknown = scheduled) => {
  const tables = networkOfTables(database);
  return runPublisher(store, networkOf([]), { tables, event, now: () => Date.parse(time) });
};

const published = async (...codes: string[]) => {
  const { has } = await catalogueOf(store);
  return codes.filter(has);
};

/** Returns the last publication's changes, such as `removed 000001_PO`. */
const changes = async () => {
  const [, ...lines] = await linesIn(store, (await manifestIn(store)).changes.file.key);
  return lines.map(({ change, id }) => `${change} ${id}`);
};

const perth = 'Australia/Perth';
const [oldSydney, oldPerth, newSydney, newPerth] = ['000001_PO', '000002_PO', '000003_PO', '000004_PO'];
const moving: readonly Location[] = [
  postOffice(1, { closesOn: '2027-06-30' }),
  postOffice(2, { closesOn: '2027-06-30', timeZone: perth }),
  postOffice(3, { opensOn: '2027-07-01', formerCodes: [oldSydney] }),
  postOffice(4, { opensOn: '2027-07-01', timeZone: perth }),
  ...postOffices(30).slice(4),
];

/** 23:30 on the last day in Sydney, 21:30 in Perth. */
const before = '2027-06-30T13:30:00Z';
/** 00:30 in Sydney, still the day before in Perth. */
const between = '2027-06-30T14:30:00Z';
/** After midnight in Perth too. */
const after = '2027-06-30T16:30:00Z';

describe("a location's first and last day", () => {
  it('apply in its own time zone, and the changes show when it is added and removed', async () => {
    await storeRows(database, 'locations', moving);
    const codes = [oldSydney, oldPerth, newSydney, newPerth];
    await publish(before);
    expect(await published(...codes)).toEqual([oldSydney, oldPerth]);
    await publish(between);
    expect(await published(...codes)).toEqual([oldPerth, newSydney]);
    expect(await changes()).toEqual([`removed ${oldSydney}`, `added ${newSydney}`]);
    await publish(after);
    expect(await published(...codes)).toEqual([newSydney, newPerth]);
    expect(await changes()).toEqual([`removed ${oldPerth}`, `added ${newPerth}`]);
  });

  it('keep it out of every file, although its row remains and its code leads to the successor', async () => {
    await storeRows(database, 'locations', moving);
    await publish(after);
    const { full, map } = await manifestIn(store);
    const files = await Promise.all(
      Object.values(full.exports).map(async ({ key }) => gunzipSync(await store.get(key)).toString()),
    );
    files.push(Buffer.from(await store.get(map?.key ?? '')).toString());
    for (const file of files) {
      expect(file).toContain(newSydney);
      expect(file).not.toContain(oldSydney);
      expect(file).not.toContain('2027-07-01');
    }
    expect(findById(await catalogueOf(store), oldSydney)?.locationCode).toBe(newSydney);
    await storeRows(database, 'locations', [postOffice(1)]);
    await publish(after, changeOf(oldSydney));
    expect(await changes()).toEqual([`added ${oldSydney}`]);
  });

  it('are applied during a rollback to a version that is older than the last day', async () => {
    await storeRows(database, 'locations', moving);
    await publish(before);
    const { version } = await manifestIn(store);
    await publish(between);
    await publish(between, { rollback: { to: version, by: 'ada@example' } });
    expect(await published(oldSydney, oldPerth, newSydney)).toEqual([oldPerth]);
  });

  it('apply to changed rows, and no other rows are read', async () => {
    await storeRows(database, 'locations', postOffices(30));
    await publish(before);
    await storeRows(database, 'locations', [
      postOffice(1, { closesOn: '2027-06-29' }),
      postOffice(2, { closesOn: '2027-06-30' }),
      postOffice(31, { opensOn: '2027-07-01' }),
      postOffice(32, { opensOn: '2027-06-30' }),
    ]);
    const event = changeOf('000001_PO', '000002_PO', '000031_PO', '000032_PO');
    expect(await publish(before, event)).toMatchObject({ full: false });
    expect(await changes()).toEqual(['removed 000001_PO', 'changed 000002_PO', 'added 000032_PO']);
  });
});

describe('a planned closure', () => {
  const closing = (closesOn: string) =>
    postOffices(30).map((office, index) => (index < 6 ? { ...office, closesOn } : office));

  it('of many locations is not an implausible loss, including in runs for changed rows', async () => {
    await storeRows(database, 'locations', closing('2027-06-30'));
    await publish(before);
    const codes = postOffices(6).map(({ locationCode }) => locationCode);
    expect(await publish(between, changeOf(...codes.slice(0, 4)))).toMatchObject({
      status: 'published',
      full: false,
      changes: { removed: 4 },
    });
    expect(await publish(between)).toMatchObject({ status: 'published', locations: 24 });
  });

  it('is rejected when it is planned, if it affects more than 10 % of the network at once', async () => {
    await storeRows(database, 'locations', postOffices(100));
    await publish(before);
    const planned = (count: number, closesOn = '2027-12-31') =>
      postOffices(count).map((office) => ({ ...office, closesOn }));
    const tooMany = {
      status: 'refused',
      why: '21 of 100 published locations have a new closing date, more than 10 %',
    };
    await storeRows(database, 'locations', planned(20));
    const first = changeOf(...planned(20).map(({ locationCode }) => locationCode));
    expect(await publish(before, first)).toMatchObject({ status: 'published', full: false });
    await storeRows(database, 'locations', planned(21));
    expect(await publish(before, changeOf('000021_PO'))).toMatchObject({
      ...tooMany,
      examples: expect.arrayContaining([
        { id: '000001_PO', change: 'removed', before: 'POST OFFICE 1', after: 'closes on 2027-12-31' },
      ]),
    });
    expect(await publish(before, { force: true })).toMatchObject({ status: 'published' });
    expect(await publish(before)).toMatchObject({ status: 'published' });
    await storeRows(database, 'locations', planned(21, '2027-11-30'));
    expect(await publish(before)).toMatchObject(tooMany);
    await storeRows(database, 'locations', planned(21, '2028-01-31'));
    expect(await publish(before)).toMatchObject({ status: 'published' });
  });

  it('does not hide the loss of others on the same day, because dates may be wrong in the import', async () => {
    await storeRows(database, 'locations', closing('2027-06-30').slice(0, 20));
    await publish(before);
    const bad = [7, 8, 9].map((index) => postOffice(index, { closesOn: '2007-06-30' }));
    await storeRows(database, 'locations', bad);
    expect(await publish(between)).toMatchObject({
      status: 'refused',
      why: '3 of 20 published locations would be removed, more than 10 %',
      examples: [{ id: '000007_PO' }, { id: '000008_PO' }, { id: '000009_PO' }],
    });
  });
});

it('a confirmation of hours is not a change for clients', async () => {
  await storeRows(database, 'locations', postOffices(3));
  await publish(before);
  await storeRows(database, 'locations', [postOffice(1, { hoursConfirmedOn: '2027-06-30' })]);
  expect(await publish(before, changeOf('000001_PO'))).toMatchObject({ status: 'unchanged' });
});

describe('a scheduled publication', () => {
  const storeHolidays = (...holidays: readonly { readonly date: string; readonly states?: string[] }[]) =>
    putRows(
      { client: database.client, tableName: database.tables.billers },
      holidays.map((each) => ({ kind: 'HOLIDAY', code: each.date, name: 'Holiday', ...each })),
    );
  /** Returns the number of outlets without hours for a holiday, as a publication at this time reports it. */
  const missing = async (time: string, event?: unknown) => {
    const log = captureLog();
    await publish(time, event);
    return metricsIn(log()).find(({ name }) => name === 'HolidayHoursMissing')?.value;
  };
  const closed = { type: 'SPECIAL_CLOSED', startDate: '26/01/2027', endDate: '26/01/2027' } as const;
  const { hours } = postOffice(1);

  it('counts the outlets that have no hours for a holiday within the next 14 days, and publishes anyway', async () => {
    await storeHolidays({ date: '2027-01-26', states: ['NSW'] });
    const address = postOffice(4).addresses[0];
    await storeRows(database, 'locations', [
      ...postOffices(2),
      postOffice(3, { hours: [...hours, closed] }),
      postOffice(4, { addresses: [{ ...address, state: 'VIC' }] }),
      postOffice(5, { type: 'UPL' }),
      // Closed on Tuesdays, permanently closed by then, and without hours.
      postOffice(6, { hours: hours.filter(({ weekday }) => weekday !== 1) }),
      postOffice(7, { closesOn: '2027-01-25' }),
      postOffice(8, { hours: [] }),
    ]);
    expect(await missing('2027-01-11T00:00:00Z')).toBe(0);
    expect(await missing('2027-01-11T14:00:00Z')).toBe(2);
    expect((await manifestIn(store)).counts.locations).toBe(8);
    await storeRows(database, 'locations', [postOffice(1, { hours: [...hours, closed] })]);
    expect(await missing('2027-01-25T00:00:00Z')).toBe(1);
    expect(await missing('2027-01-26T14:00:00Z')).toBe(0);
    // No other publication counts them.
    expect(await missing('2027-01-25T00:00:00Z', { reason: 'import' })).toBeUndefined();
  });

  it('succeeds, but counts a fault, if it cannot read the holidays', async () => {
    const readHolidays = () => Promise.reject(new Error('throttled'));
    const tables = { ...networkOfTables(database), readHolidays };
    const log = captureLog();
    const result = await runPublisher(store, networkOf([]), { tables, event: scheduled });
    expect(result).toMatchObject({ status: 'published' });
    expect(log()).toContain('"PublisherFaults":1');
  });
});
