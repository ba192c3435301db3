import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pointsView } from '../../../functions/locations-v2/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/published-work-centres.ts';
import { publishedFiles } from '../../../infra/operator/verify/verify-files.ts';
import {
  DamagedPublication,
  NewerPublicationFormat,
} from '../../../shared/data-access/publishing/damaged-publication.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { readManifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { formerNetwork, storeFormerPublication } from '../../support/former-release/former-publication.ts';
import { type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { manifestIn, networkOf, publishNetwork, runPublisher } from '../../support/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const { version, locations, capabilities } = formerNetwork;
const settings = () => ({ ...store, checkSeconds: 60, now: Date.now });
const aChange = { Records: [{ eventSource: 'aws:dynamodb' }] };

describe('while what the release before published is all there is', () => {
  it.each([pointsView, workCentresView])('functions answer from it: $name', async (view) => {
    await storeFormerPublication(store);
    const catalogue = await publishedCatalogue<unknown>(view, settings()).current();
    expect(catalogue.version).toBe(version);
    expect(catalogue.capabilities()).toEqual(capabilities);
    const { page } = catalogue.search({ filter: {}, offset: 0, size: 100 });
    expect(page.map(({ body }) => body)).toEqual(locations.map((each) => view.readLine(view.line(each))));
  });

  it('downloads go on', async () => {
    const { exports } = await storeFormerPublication(store);
    const linkTo = async (key: string) => `https://files.example/${key}`;
    const link = await publishedExport({ ...settings(), linkTo }).newest('csv');
    expect(link.version).toBe(version);
    expect(link.url).toBe(`https://files.example/${exports.csv.key}`);
  });

  it('its catalogue can be checked, and is unavailable where it is damaged', async () => {
    const { catalogue } = await storeFormerPublication(store);
    const reading = await readManifest(store);
    if (reading.kind !== 'found') throw new Error('nothing is published');
    const [first] = publishedFiles(store, reading.manifest);
    await first?.check();
    const bytes = await store.get(catalogue.key);
    await store.put(catalogue.key, bytes.with(900, (bytes[900] ?? 0) ^ 1));
    await expect(first?.check()).rejects.toThrow(DamagedPublication);
    await expect(publishedCatalogue(pointsView, settings()).current()).rejects.toThrow(StoreUnavailable);
  });

  it('the first run replaces it, even one for changes that finds none, and no run after it does', async () => {
    const network = networkOf(locations, capabilities);
    await publishNetwork(store, network);
    const { catalogues, ...facts } = await manifestIn(store);
    const former = { ...facts, format: 2, catalogue: catalogues.points };
    await store.put('manifest.json', JSON.stringify(former));
    expect(await runPublisher(store, network, { event: aChange })).toMatchObject({
      status: 'published',
      changes: { added: 0, changed: 0, removed: 0 },
    });
    const { changes } = await manifestIn(store);
    expect(changes.since).toBe(former.version);
    expect(await runPublisher(store, network, { event: aChange })).toMatchObject({ status: 'unchanged' });
  });

  it('what a release after this one publishes is left alone', async () => {
    await store.put('manifest.json', '{"format":4}');
    await expect(runPublisher(store, networkOf(locations))).rejects.toThrow(NewerPublicationFormat);
  });
});
