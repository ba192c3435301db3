import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { readNetwork } from '../../../shared/data-access/publishing/network-tables.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { readManifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import { ImplausibleNetwork } from '../../../shared/domain/location/network.ts';
import { publicationResult } from '../../../shared/domain/location/publication.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../support/embedded-tables.ts';
import { type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../support/network-records.ts';
import { networkOf, publishNetwork, servedFrom } from '../../support/publish-network.ts';
import { storeRows } from '../../support/store-tables.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const manifestOfStore = async () => {
  const reading = await readManifest(store);
  return reading.kind === 'found' ? reading.manifest : undefined;
};

describe('publishing what the tables hold', () => {
  let database: EmbeddedTables;
  beforeEach(async () => {
    database = await startEmbeddedTables();
  });
  afterEach(() => database.close());

  const publish = (event: unknown = {}, onBadRow: (row: object) => void = () => {}) => {
    const { client, tables } = database;
    return publishLocations({
      bucket: store,
      network: () =>
        readNetwork({
          client,
          locationsTable: tables.locations,
          capabilitiesTable: tables.capabilities,
          onBadRow,
        }),
      now: Date.now,
      randomHex: () => 'abcdef',
    })(event);
  };

  it('serves every row, over several pages of the scan, in the order of the codes', async () => {
    const large = { description: 'x'.repeat(20_000) };
    const locations = Array.from({ length: 400 }, (_, index) => postOffice(index + 1, large));
    await storeRows(database, 'locations', locations.toReversed());
    await storeRows(database, 'capabilities', [aCapability(7), aCapability(-3)]);
    const result = await publish();
    expect(publicationResult.parse(result)).toEqual({
      status: 'published',
      version: expect.stringMatching(/-abcdef$/),
      locations: 400,
      capabilities: 2,
      skippedRows: 0,
    });
    const catalogue = await publishedCatalogue({ ...store, checkSeconds: 60, now: Date.now }).current();
    const all = catalogue.search({ filter: {}, offset: 0, size: 1_000 });
    expect(all.page.map(({ location }) => location)).toEqual(locations);
    expect(catalogue.capabilities().map(({ serviceCode }) => serviceCode)).toEqual([-3, 7]);
    expect(await manifestOfStore()).toMatchObject({ export: { total: 400 }, counts: { locations: 400 } });
  });

  it('leaves out a row that is no location, and reports its key', async () => {
    const onBadRow = vi.fn();
    await storeRows(database, 'locations', postOffices(20));
    await storeRows(database, 'locations', [{ ...postOffice(21), coordinates: { lat: 91, lon: 0 } }]);
    expect(await publish({}, onBadRow)).toMatchObject({ locations: 20, skippedRows: 1 });
    expect(onBadRow).toHaveBeenCalledExactlyOnceWith({
      table: database.tables.locations,
      key: '000021_PO',
      problem: expect.stringContaining('lat'),
    });
  });

  it('is refused when many rows are bad, unless it is forced', async () => {
    await storeRows(database, 'locations', [...postOffices(5), { locationCode: 'bad' }]);
    await expect(publish()).rejects.toThrow(ImplausibleNetwork);
    expect(await publish({ force: true })).toMatchObject({ locations: 5, skippedRows: 1 });
  });

  it('is refused when all locations are gone, unless it is forced', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    await expect(publish()).rejects.toThrow(ImplausibleNetwork);
    expect((await servedFrom(store)).size).toBe(5);
    await publish({ force: true });
    expect((await servedFrom(store)).size).toBe(0);
  });

  it('of tables that are empty from the start gives an empty network', async () => {
    expect(await publish({ reason: 'first start' })).toMatchObject({ status: 'published', locations: 0 });
  });

  it('fails as unavailable when a table is not there, and leaves the former version', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(5)));
    Object.assign(database.tables, { locations: 'no-such-table' });
    await expect(publish()).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
  });
});
