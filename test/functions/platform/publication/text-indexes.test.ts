import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { placesResponse } from '../../../../functions/locations-v3/contract.ts';
import { locationKey } from '../../../../shared/data-access/location-table.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/published-catalogue.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { fileOf, placeLine } from '../../../support/networks/import-lines.ts';
import { postOffice } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  networkOfTables,
  type PublishOptions,
  publishNetwork,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { putRows } from '../../../support/tables/embedded-tables.ts';
import { locationsHandlers } from '../../../support/targets/locations-handlers.ts';
import { patientWaits } from '../../patient-waits.ts';
import { startImporter } from '../importing/importer-under-test.ts';

const store = perTest(startLocalBucket);

/** Serves the published version as a new instance does. */
const served = () => {
  const catalogue = publishedCatalogue({ ...store, checkSeconds: 60, now: Date.now, waits: patientWaits });
  const link = { newest: () => Promise.reject(new Error()), changesAfter: () => Promise.reject(new Error()) };
  return locationsHandlers({ catalogue, link });
};
const get = async (query: string, target = served()) => {
  const { status, headers, body } = await target.send({ path: `/locations/v3${query}` });
  return { status, headers, body };
};
const labels = async (query: string) =>
  placesResponse.parse(JSON.parse((await get(`/places?q=${query}`)).body)).places.map(({ label }) => label);

const inTown = (number: number, suburb: string) => {
  const office = postOffice(number);
  const [address] = office.addresses;
  return {
    ...office,
    addresses: [{ ...address, suburb, state: 'VIC', postcode: '3065' }] as typeof office.addresses,
  };
};

describe('the text indexes published with a snapshot', () => {
  it('keep the place names from the last full publication while changes are published', async () => {
    await publishNetwork(store, networkOf([inTown(1, 'Fitzroy'), inTown(2, 'Fitzroy')]));
    const first = await manifestIn(store);
    const event = changeOf('000002_PO');
    await runPublisher(store, networkOf([inTown(1, 'Fitzroy'), inTown(2, 'Carlton')]), { event });
    const second = await manifestIn(store);
    expect(second.version > first.version).toBe(true);
    expect(second.placeNames).toEqual(first.placeNames);
    expect(second.words?.key).not.toBe(first.words?.key);
    expect((await get('/workcentres?q=carlton')).body).toContain('000002_PO');
  });

  it('cause a 503 while their file cannot be read, and are used once it can be read', async () => {
    await publishNetwork(store, networkOf([inTown(1, 'Fitzroy')]));
    const { placeNames } = await manifestIn(store);
    const Key = placeNames?.key ?? '';
    const bytes = await store.get(Key);
    await store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key }));
    const target = served();
    expect((await get('/places?q=fitz', target)).status).toBe(503);
    await store.put(Key, bytes);
    expect((await get('/places?q=fitz', target)).status).toBe(200);
  });
});

describe('imported places', () => {
  const importer = perTest(startImporter);

  const publish = async (event: PublishOptions['event'] = { force: true }) => {
    const { client, ...names } = importer.ports.tables;
    const tables = networkOfTables({ client, tables: names });
    return runPublisher(store, networkOf([]), { tables, event });
  };
  const imported = (lines: readonly object[], mode = 'replace', key = `places/${Math.random()}`) =>
    importer.import(key, fileOf(lines), { mode, force: 'true' });

  it("replace the network's addresses, can be merged, and are removed again", async () => {
    const { client, locations: tableName } = importer.ports.tables;
    const { locationCode } = postOffice(1);
    await putRows({ client, tableName }, [{ ...inTown(1, 'Carlton'), ...locationKey(locationCode) }]);
    await publish();
    expect(await labels('3065')).toEqual(['Carlton VIC 3065']);
    await imported([placeLine('3065', { weight: 5 }), placeLine('0800', { suburb: 'Darwin', state: 'NT' })]);
    const event = { reason: 'import', onlyChanges: true };
    expect(await publish(event)).toMatchObject({ status: 'published' });
    expect(await publish(event)).toMatchObject({ status: 'unchanged' });
    expect(await labels('3065')).toEqual(['Fitzroy VIC 3065']);
    expect(await labels('0800')).toEqual(['Darwin NT 0800']);
    await imported([placeLine('3068', { suburb: 'Fitzroy North', weight: 9 })], 'merge');
    await publish(event);
    expect(await labels('fitz')).toEqual(['Fitzroy North VIC 3068', 'Fitzroy VIC 3065']);
    await imported([]);
    await publish(event);
    expect(await labels('3065')).toEqual(['Carlton VIC 3065']);
  });

  it('block publications while their import is unfinished', async () => {
    const delivery = await importer.put('places/half', fileOf([placeLine('3065'), placeLine('3066')]));
    await importer.deliver(delivery, { maxSteps: 1 }).catch(() => {});
    expect((await importer.mark())?.kind).toBe('places');
    expect((await importer.mark())?.endedAt).toBeUndefined();
  });

  it('are rejected if another line has the same label in a different spelling', async () => {
    const { summary, badLines } = await imported([
      placeLine('3182', { suburb: 'St Kilda' }),
      placeLine('3182', { suburb: 'Saint  Kilda', state: 'Victoria' }),
      placeLine('3182', { suburb: 'St. Kilda East' }),
      placeLine('3182', { suburb: ',' }),
      placeLine('318'),
      placeLine('3183', { weight: 1.5 }),
    ]);
    expect(summary).toMatchObject({ read: 6, added: 2, failed: 4 });
    expect(badLines).toEqual([
      { line: 2, reason: 'st kilda vic 3182 is a duplicate of line 1' },
      { line: 4, reason: 'suburb: must have a letter or digit' },
      { line: 5, reason: 'postcode: must be four digits' },
      { line: 6, reason: 'weight: must be an integer from 0 to 1000000000' },
    ]);
  });

  it('are limited to 200,000', async () => {
    const report = await importer.import('places/many', `${'\n'.repeat(200_000)}{}`);
    expect(report).toMatchObject({ status: 'failed', failure: 'places/many has more than 200000 lines' });
  });
});
