import { describe, expect, it, vi } from 'vitest';
import { markImportStarted } from '../../../shared/data-access/importing/import-mark.ts';
import { publicationResult } from '../../../shared/domain/publication/publication.ts';
import { captureLog, metricsIn } from '../../support/captured-log.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  networkOfTables,
  publishNetwork,
  runPublisher,
  servedFrom,
} from '../../support/networks/publish-network.ts';
import { perTest } from '../../support/per-test.ts';
import { withConsistentReads } from '../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { storeRows } from '../../support/tables/store-tables.ts';
import { catalogueOf } from './publication/published-files.ts';

const store = perTest(startLocalBucket);

describe('publishing the tables', () => {
  const database = perTest(() => startEmbeddedTables().then(withConsistentReads));

  const publish = (event: unknown = {}, onBadRow: (row: object) => void = () => {}) =>
    runPublisher(store, networkOf([]), { tables: networkOfTables(database, onBadRow), event });

  it('publishes every row of the tables, sorted by code', async () => {
    const locations = postOffices(60);
    await storeRows(database, 'locations', locations.toReversed());
    await storeRows(database, 'capabilities', [aCapability(7), aCapability(-3)]);
    const result = await publish();
    expect(publicationResult.parse(result)).toEqual({
      status: 'published',
      version: expect.any(String),
      locations: 60,
      capabilities: 2,
      full: true,
      skippedRows: 0,
      changes: { added: 0, changed: 0, removed: 0 },
    });
    const catalogue = await catalogueOf(store);
    const { page } = catalogue.search({ filter: {}, offset: 0, size: 1_000 });
    expect([...page].map(({ location }) => location)).toEqual(locations);
    expect(catalogue.capabilities.all().map(({ serviceCode }) => serviceCode)).toEqual([-3, 7]);
    const { counts, full, changes } = await manifestIn(store);
    expect(counts).toEqual({ locations: 60, capabilities: 2 });
    expect(Object.values(full.exports).map(({ records }) => records)).toEqual([60, 60, 60, 60]);
    expect(changes.file.records).toBe(0);
  });

  it('skips an invalid row and reports its key', async () => {
    const onBadRow = vi.fn();
    await storeRows(database, 'locations', postOffices(9));
    await storeRows(database, 'locations', [{ ...postOffice(21), coordinates: { lat: 91, lon: 0 } }]);
    expect(await publish({}, onBadRow)).toMatchObject({ locations: 9, skippedRows: 1 });
    expect(onBadRow).toHaveBeenCalledExactlyOnceWith({
      table: database.tables.locations,
      key: '000021_PO',
      problem: expect.stringContaining('lat'),
    });
  });

  it('writes metrics for each outcome of a publication', async () => {
    const written = async () => {
      const log = captureLog();
      await publish().catch(() => {});
      const measured = metricsIn(log()).map(({ name, value }) => [name, value]);
      return Object.fromEntries(measured);
    };
    const PublicationSeconds = expect.any(Number);
    const portal = { PortalKeyMissing: 1 };
    await storeRows(database, 'locations', [...postOffices(20), { ...postOffice(21), coordinates: {} }]);
    const published = { LocationsPublished: 20, RowsLeftOut: 1 };
    expect(await written()).toEqual({ PublicationSucceeded: 1, ...published, ...portal, PublicationSeconds });
    const bad = Array.from({ length: 9 }, (_, index) => ({ locationCode: `bad${index}` }));
    await storeRows(database, 'locations', bad);
    expect(await written()).toEqual({ PublicationRefused: 1, ...portal, PublicationSeconds });
    Object.assign(database.tables, { locations: 'no-such-table' });
    expect(await written()).toEqual({ PublicationFailed: 1, PublicationSeconds });
    await markImportStarted(store, { kind: 'locations', mode: 'merge', startedAt: new Date().toISOString() });
    expect(await written()).toEqual({ PublicationHeld: 1, ...portal, PublicationSeconds });
  });

  it('is rejected if many rows are invalid, unless forced', async () => {
    await storeRows(database, 'locations', [...postOffices(8), { locationCode: 'bad' }]);
    expect(await publish()).toEqual({
      status: 'refused',
      why: '1 of 9 rows are invalid',
      locations: 8,
      previousLocations: 0,
      examples: [],
    });
    expect(await publish({ force: true })).toMatchObject({ locations: 8, skippedRows: 1 });
  });

  it('publishes an empty network from empty tables', async () => {
    expect(await publish()).toMatchObject({ status: 'published', locations: 0 });
  });

  it('G15: is rejected if more than 10 % would be removed, even if more have been added, and writes nothing', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(20)));
    await storeRows(database, 'locations', postOffices(60).slice(3));
    const before = await store.keys();
    const rejected = {
      status: 'refused',
      why: '3 of 20 published locations would be removed, more than 10 %',
      locations: 57,
      previousLocations: 20,
      examples: [1, 2, 3].map((index) => ({
        id: `00000${index}_PO`,
        change: 'removed',
        before: `POST OFFICE ${index}`,
        after: '-',
      })),
    };
    expect(await publish()).toEqual(rejected);
    expect(await publish({ Records: [{ eventSource: 'aws:dynamodb' }] })).toMatchObject(rejected);
    expect(await servedFrom(store)).toEqual({ version, size: 20 });
    const after = await store.keys();
    expect(after.filter((key) => key.startsWith('versions/') && !before.includes(key))).toEqual([]);
    await storeRows(database, 'locations', [postOffice(1)]);
    expect(await publish()).toMatchObject({ status: 'published', changes: { added: 40, removed: 2 } });
  });

  it('compares only counts if the published snapshot is damaged', async () => {
    await publishNetwork(store, networkOf(postOffices(20)));
    const { snapshot } = await manifestIn(store);
    await store.put(snapshot.key, 'damaged');
    await storeRows(database, 'locations', postOffices(37).slice(20));
    expect(await publish()).toMatchObject({
      status: 'refused',
      why: expect.stringMatching(/^at least 3 of 20 /),
    });
    await storeRows(database, 'locations', [postOffice(38)]);
    expect(await publish()).toMatchObject({ status: 'published', locations: 18 });
  });

  it('is rejected if more than 10 % of the services would be removed, even if more have been added', async () => {
    const services = Array.from({ length: 30 }, (_, index) => aCapability(index + 1));
    await publishNetwork(store, networkOf(postOffices(5), services.slice(0, 19)));
    await storeRows(database, 'locations', postOffices(5));
    await storeRows(database, 'capabilities', services.slice(2));
    expect(await publish()).toMatchObject({
      status: 'refused',
      why: '2 of 19 published services would be removed, more than 10 %',
      locations: 5,
      previousLocations: 5,
      examples: [
        { id: 'service 1', change: 'removed', before: 'CAPABILITY_1', after: '-' },
        { id: 'service 2', change: 'removed', before: 'CAPABILITY_2', after: '-' },
      ],
    });
    expect(await publish({ mayLose: 'locations' })).toMatchObject({ status: 'refused' });
    await storeRows(database, 'capabilities', [aCapability(1)]);
    expect(await publish()).toMatchObject({ status: 'published', capabilities: 29 });
  });

  it('accepts any loss of the kind that the event allows, but not of the other kind', async () => {
    await publishNetwork(store, networkOf(postOffices(20), [aCapability(1)]));
    await storeRows(database, 'locations', postOffices(30).slice(20));
    await storeRows(database, 'capabilities', [aCapability(2)]);
    expect(await publish({ mayLose: 'services' })).toMatchObject({
      status: 'refused',
      why: expect.stringContaining('published locations'),
    });
    expect(await publish({ mayLose: 'locations' })).toMatchObject({
      status: 'refused',
      why: '1 of 1 published services would be removed, more than 10 %',
    });
    await storeRows(database, 'capabilities', [aCapability(1)]);
    const replaced = await publish({ mayLose: 'locations' });
    expect(replaced).toMatchObject({ status: 'published', changes: { added: 10, removed: 20 } });
  });
});
