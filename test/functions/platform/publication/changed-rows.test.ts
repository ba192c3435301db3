import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { markImportStarted } from '../../../../shared/data-access/importing/import-mark.ts';
import { locationKey, typeBucket, typeLimitsKey } from '../../../../shared/data-access/location-table.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { filesDocument } from '../../../support/files-document.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  networkOfTables,
  publishNetwork,
  runPublisher,
  tablesOf,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';
import { catalogueOf, linesIn, pausedTables } from './published-files.ts';

const store = perTest(startLocalBucket);

/** Creates tables from which only changed rows may be read. */
const changedRowsOf = (...network: Parameters<typeof networkOf>) => ({
  ...tablesOf(networkOf(...network)),
  readAll: () => Promise.reject(new Error('all rows are read')),
});

const publishChange = (tables: ReturnType<typeof tablesOf>, ...codes: string[]) =>
  runPublisher(store, networkOf([]), { tables, event: changeOf(...codes) });

describe('changed rows of the tables', () => {
  const database = perTest(() => startEmbeddedTables().then(withConsistentReads));

  const publish = (event: unknown, onBadRow: (row: object) => void = () => {}) =>
    runPublisher(store, networkOf([]), { tables: networkOfTables(database, onBadRow), event });
  const remove = (code: string) =>
    database.client.send(
      new DeleteCommand({ TableName: database.tables.locations, Key: { ...locationKey(code) } }),
    );

  it('get the parcel limits of their type, and a change to these limits publishes everything', async () => {
    const limitsOfType = (weight: number) => ({
      type: 'PO',
      parcelLimits: { weight },
      ...typeLimitsKey('PO'),
    });
    const put = (Item: object) =>
      database.client.send(new PutCommand({ TableName: database.tables.locations, Item: { ...Item } }));
    const limits = async () => {
      const catalogue = await catalogueOf(store);
      const { page } = catalogue.search({ filter: {}, offset: 0, size: 10 });
      return [...page].map(({ location }) => location.parcelLimits);
    };
    const offices = [
      postOffice(1),
      postOffice(2, { parcelLimits: {} }),
      postOffice(3, { parcelLimits: { girth: 1 } }),
    ];
    await storeRows(database, 'locations', [...offices, postOffice(4, { type: 'DC' })]);
    await put(limitsOfType(1000));
    await publish({});
    expect(await limits()).toEqual([{ weight: 1000 }, {}, { girth: 1 }, undefined]);

    await storeRows(database, 'locations', [postOffice(5)]);
    expect(await publish(changeOf('000005_PO'))).toMatchObject({ full: false, changes: { added: 1 } });
    expect((await limits())[4]).toEqual({ weight: 1000 });

    await put(limitsOfType(2000));
    const event = changeOf('PO');
    const bucket = { N: String(typeBucket) };
    for (const { dynamodb } of event.Records) dynamodb.Keys.bucket = bucket;
    const changes = { added: 0, changed: 2, removed: 0 };
    expect(await publish(event)).toMatchObject({ full: true, locations: 5, changes });
    expect(await limits()).toEqual([{ weight: 2000 }, {}, { girth: 1 }, undefined, { weight: 2000 }]);
  });

  it('are published as they are now, with all other locations unchanged', async () => {
    await storeRows(database, 'locations', postOffices(30));
    await storeRows(database, 'capabilities', [aCapability(1)]);
    await publish({});
    const { version: since, full } = await manifestIn(store);
    await storeRows(database, 'locations', [postOffice(2, { name: 'RENAMED' }), postOffice(31)]);
    await remove('000003_PO');

    const result = await publish(changeOf('000002_PO', '000003_PO', '000031_PO', '000004_PO', 'UNKNOWN'));

    const changes = { added: 1, changed: 1, removed: 1 };
    expect(result).toMatchObject({ status: 'published', full: false, locations: 30, changes });
    const catalogue = await catalogueOf(store);
    const { page } = catalogue.search({ filter: {}, offset: 0, size: 100 });
    expect([...page].map(({ location }) => location)).toEqual([
      postOffice(1),
      postOffice(2, { name: 'RENAMED' }),
      ...postOffices(31).slice(3),
    ]);

    const manifest = await manifestIn(store);
    expect(manifest.full).toEqual(full);
    expect(manifest.changes).toMatchObject({ since, ...changes });
    expect(await linesIn(store, manifest.changes.file.key)).toMatchObject([
      { version: manifest.version, since, ...changes },
      { change: 'changed', id: '000002_PO', workcentre: { attributes: { business_name: 'RENAMED' } } },
      { change: 'removed', id: '000003_PO' },
      { change: 'added', id: '000031_PO' },
    ]);
    expect(await linesIn(store, manifest.removed.key)).toMatchObject([{ total: 1 }, { id: '000003_PO' }]);
    const list = filesDocument.parse(JSON.parse(Buffer.from(await store.get(manifest.files.key)).toString()));
    expect(list).toMatchObject({ version: manifest.version, total: 30 });
    expect(list.files.map(({ format, version }) => [format, version])).toEqual([
      ...['json', 'ndjson', 'csv', 'geojson'].map((format) => [format, since]),
      ['changes', manifest.version],
      ['removed', manifest.version],
    ]);
  });

  it('are skipped and reported if they are no longer valid', async () => {
    await storeRows(database, 'locations', postOffices(30));
    await publish({});
    await storeRows(database, 'locations', [{ ...postOffice(7), coordinates: { lat: 91, lon: 0 } }]);
    const onBadRow = vi.fn();
    const result = await publish(changeOf('000007_PO'), onBadRow);
    expect(result).toMatchObject({ status: 'published', locations: 29, skippedRows: 1 });
    expect(onBadRow).toHaveBeenCalledWith(expect.objectContaining({ key: '000007_PO' }));
    // A full run finds no further changes.
    expect(await publish({ onlyChanges: true })).toMatchObject({
      changes: { added: 0, changed: 0, removed: 0 },
    });
  });

  it('update every location that offers a changed capability', async () => {
    const offices = [postOffice(1, { services: [{ code: 1 }] }), postOffice(2, { services: [{ code: 2 }] })];
    await storeRows(database, 'locations', offices);
    await storeRows(database, 'capabilities', [aCapability(1), aCapability(2)]);
    await publish({});
    await storeRows(database, 'capabilities', [{ ...aCapability(2), description: 'Another' }]);
    const event = {
      Records: [{ eventSource: 'aws:dynamodb', dynamodb: { Keys: { serviceCode: { N: '2' } } } }],
    };
    expect(await publish(event)).toMatchObject({
      full: false,
      changes: { added: 0, changed: 1, removed: 0 },
    });
    const { changes } = await manifestIn(store);
    expect((await linesIn(store, changes.file.key))[1]).toMatchObject({ change: 'changed', id: '000002_PO' });
    expect(await publish(event)).toMatchObject({ status: 'unchanged' });
  });
});

describe('a run for changed rows', () => {
  it('publishes nothing if the stream delivers changes again, and is recorded in neither case', async () => {
    await publishNetwork(store, networkOf(postOffices(20)));
    const runs = await readRuns(store);
    const tables = changedRowsOf([...postOffices(20), postOffice(21)]);
    const { version } = await publishNetwork(store, networkOf([]), { tables, event: changeOf('000021_PO') });
    for (const codes of [['000021_PO'], ['000001_PO', '000021_PO'], ['UNKNOWN']]) {
      expect(await publishChange(tables, ...codes)).toMatchObject({ status: 'unchanged', version });
    }
    expect(await readRuns(store)).toEqual(runs);
  });

  it('publishes a row that seems unchanged if another run may be publishing a different state', async () => {
    const renamed = [postOffice(1, { name: 'RENAMED' }), postOffice(2)];
    await publishNetwork(store, networkOf(postOffices(2)));
    const { tables, reading, resume } = pausedTables(networkOf(renamed));
    // The slow run has read the renamed row.
    const slow = runPublisher(store, networkOf([]), { tables });
    await reading;
    // In the meantime, the row gets its old name back, which is also the published one.
    const back = publishNetwork(store, networkOf([]), {
      tables: changedRowsOf(postOffices(2)),
      event: changeOf('000001_PO'),
      maxLeaseWait: 20_000,
    });
    resume();
    expect(await slow).toMatchObject({ changes: { added: 0, changed: 1, removed: 0 } });
    expect(await back).toMatchObject({ changes: { added: 0, changed: 1, removed: 0 } });
  });

  it('starts from the version that is published when it gets the lease', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const { tables, reading, resume } = pausedTables(networkOf(postOffices(6)));
    const slow = runPublisher(store, networkOf([]), { tables });
    await reading;
    const renamed = [postOffice(1, { name: 'RENAMED' }), ...postOffices(6).slice(1)];
    const waiting = runPublisher(store, networkOf([]), {
      tables: changedRowsOf(renamed),
      event: changeOf('000001_PO'),
      maxLeaseWait: 20_000,
    });
    resume();
    expect(await slow).toMatchObject({ status: 'published', locations: 6 });
    const changes = { added: 0, changed: 1, removed: 0 };
    expect(await waiting).toMatchObject({ status: 'published', full: false, locations: 6, changes });
  });

  it('G15: is rejected if all changes since the full exports remove more than 10 % in total, as is a full run', async () => {
    await publishNetwork(store, networkOf(postOffices(30)));
    for (const gone of [2, 3]) {
      const codes = postOffices(gone).map(({ locationCode }) => locationCode);
      const result = await publishChange(changedRowsOf(postOffices(30).slice(gone)), ...codes);
      expect(result).toMatchObject({ status: 'published', locations: 30 - gone });
    }
    const rejected = {
      status: 'refused',
      why: '4 of 30 published locations would be removed, more than 10 %',
      locations: 26,
      previousLocations: 27,
    };
    const fewer = postOffices(30).slice(4);
    expect(await publishChange(changedRowsOf(fewer), '000004_PO')).toMatchObject(rejected);
    expect(await runPublisher(store, networkOf(fewer))).toMatchObject(rejected);
    // A location that is added again does not count as removed, in a run for changes or in a full run.
    const tables = changedRowsOf([postOffice(1), ...fewer]);
    const next = await publishChange(tables, '000001_PO', '000004_PO');
    expect(next).toMatchObject({ status: 'published', locations: 27 });
    expect(await runPublisher(store, networkOf(postOffices(28)))).toMatchObject({ status: 'published' });
    // Later losses are counted from the last published full run.
    const later = await runPublisher(store, networkOf(postOffices(28).slice(2)));
    expect(later).toMatchObject({ status: 'published', locations: 26 });
  });

  it('G15: removes locations that were added since the full exports, which does not count as a loss', async () => {
    await publishNetwork(store, networkOf(postOffices(30)));
    const added = postOffices(40).slice(30);
    const codes = added.map(({ locationCode }) => locationCode);
    expect(await publishChange(changedRowsOf(postOffices(40)), ...codes)).toMatchObject({ locations: 40 });
    expect(await publishChange(changedRowsOf(postOffices(30)), ...codes)).toMatchObject({
      status: 'published',
      locations: 30,
    });
  });

  it('publishes full exports if an import has ended since the last full run', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const mark = { kind: 'locations', mode: 'merge', startedAt: new Date().toISOString() } as const;
    await (await markImportStarted(store, mark))();
    const tables = tablesOf(networkOf(postOffices(9)));
    const result = await publishChange(tables, '000006_PO');
    expect(result).toMatchObject({ status: 'published', full: true, locations: 9 });
    // The rows of the import's next batches are already published.
    expect(await publishChange(changedRowsOf(postOffices(9)), '000007_PO')).toMatchObject({
      status: 'unchanged',
    });
  });

  it('reads all rows if a published file is damaged', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    for (const [index, file] of (['snapshot', 'removed', 'manifest.json'] as const).entries()) {
      const key = file === 'manifest.json' ? file : (await manifestIn(store))[file].key;
      await store.put(key, 'damaged');
      const locations = 6 + index;
      const tables = tablesOf(networkOf(postOffices(locations)));
      expect(await publishChange(tables, '000001_PO'), file).toMatchObject({ full: true, locations });
    }
  });

  it('reads all rows if an event has unreadable keys', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const { Records } = changeOf('000006_PO');
    const event = {
      Records: [...Records, { eventSource: 'aws:dynamodb', dynamodb: { Keys: { other: { S: '1' } } } }],
    };
    const tables = tablesOf(networkOf(postOffices(7)));
    expect(await runPublisher(store, networkOf([]), { tables, event })).toMatchObject({
      full: true,
      locations: 7,
    });
  });

  it('is followed by full exports after an import without changes', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    await publishChange(changedRowsOf(postOffices(6)), '000006_PO');
    const { version } = await manifestIn(store);
    const event = { reason: 'import', onlyChanges: true };
    const full = await runPublisher(store, networkOf(postOffices(6)), { event });
    expect(full).toMatchObject({
      status: 'published',
      full: true,
      changes: { added: 0, changed: 0, removed: 0 },
    });
    expect((await manifestIn(store)).changes.since).toBe(version);
    expect(await runPublisher(store, networkOf(postOffices(6)), { event })).toMatchObject({
      status: 'unchanged',
    });
  });

  it('joins its changes with earlier changes', async () => {
    const named = (round: number) => postOffice((round % 3) + 1, { name: `ROUND ${round}` });
    let offices = postOffices(12);
    await publishNetwork(store, networkOf(offices));
    for (let round = 1; round <= 4; round++) {
      const renamed = named(round);
      offices = offices.map((office) => (office.locationCode === renamed.locationCode ? renamed : office));
      await publishChange(changedRowsOf(offices), renamed.locationCode);
    }
    const { version, full } = await manifestIn(store);
    const joined = await linesIn(store, `versions/${version}/changes-4.ndjson.gz`);
    expect(joined).toMatchObject([
      { version, since: full.version, added: 0, changed: 3, removed: 0 },
      { id: '000001_PO', workcentre: { attributes: { business_name: 'ROUND 3' } } },
      { id: '000002_PO', workcentre: { attributes: { business_name: 'ROUND 4' } } },
      { id: '000003_PO', workcentre: { attributes: { business_name: 'ROUND 2' } } },
    ]);
  });
});
