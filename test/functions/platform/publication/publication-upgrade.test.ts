import { DeleteObjectCommand, GetObjectTaggingCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pointsView } from '../../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../../functions/locations-v3/views/published-work-centres.ts';
import { publishedFiles } from '../../../../infra/operator/verify/verify-files.ts';
import {
  DamagedPublication,
  NewerPublicationFormat,
} from '../../../../shared/data-access/publishing/damaged-publication.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/reading/published-catalogue.ts';
import { publishedExport } from '../../../../shared/data-access/publishing/reading/published-export.ts';
import { readHistory } from '../../../../shared/data-access/publishing/reading/published-history.ts';
import { readManifest } from '../../../../shared/data-access/publishing/reading/published-manifest.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import {
  formerNetwork,
  publishAsFormer,
  storeFormerPublication,
} from '../../../support/former-release/former-publication.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  publishNetwork,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { patientWaits } from '../../patient-waits.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const { version, locations, capabilities } = formerNetwork;
const settings = () => ({ ...store, checkSeconds: 60, now: Date.now, waits: patientWaits });
const tagsOf = async (ofVersion: string): Promise<(string | undefined)[]> => {
  const keys = (await store.keys()).filter((key) => key.startsWith(`versions/${ofVersion}/`));
  const tagSets = await Promise.all(
    keys.map((Key) => store.client.send(new GetObjectTaggingCommand({ Bucket: store.bucket, Key }))),
  );
  return tagSets.map(({ TagSet = [] }) => TagSet[0]?.Value);
};
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

  it('functions go on with it, and see what this release publishes at their next look', async () => {
    await storeFormerPublication(store);
    let time = Date.now();
    const catalogue = publishedCatalogue(pointsView, { ...settings(), now: () => time });
    expect((await catalogue.current()).version).toBe(version);
    time += 61_000;
    expect((await catalogue.current()).version).toBe(version);
    const published = await publishNetwork(store, networkOf(postOffices(3)));
    time += 61_000;
    await expect.poll(async () => (await catalogue.current()).version).toBe(published.version);
  });
});

describe('a publication after one of the release before', () => {
  const network = networkOf(locations, capabilities);

  it('is made by the first run, even one for changes that finds none, and by no run after it', async () => {
    const former = await publishAsFormer(store, network);
    expect(await runPublisher(store, network, { event: aChange })).toMatchObject({
      status: 'published',
      changes: { added: 0, changed: 0, removed: 0 },
    });
    const { changes } = await manifestIn(store);
    expect(changes.since).toBe(former.version);
    expect(await runPublisher(store, network, { event: aChange })).toMatchObject({ status: 'unchanged' });
  });

  it('goes on with its history and its tombstones', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const former = await publishAsFormer(store, networkOf(postOffices(4)));
    const next = await publishNetwork(store, networkOf(postOffices(4)));
    const { history, exports, changes } = await manifestIn(store);
    expect(changes).toEqual({ added: 0, changed: 0, removed: 0, since: former.version });
    const { entries } = await readHistory(store, history);
    expect(entries.slice(-2).map((entry) => entry.version)).toEqual([former.version, next.version]);
    expect(exports.removed.records).toBe(1);
  });

  it('leaves all that it goes on from as it is, however long ago that was', async () => {
    const day = 86_400_000;
    const former = await publishAsFormer(store, network, () => Date.now() - 60 * day);
    const left = await store.get('manifest.json');
    const own = await publishNetwork(store, network, { now: () => Date.now() - 40 * day });
    for (const daysAgo of [20, 0]) {
      await publishNetwork(store, network, { now: () => Date.now() - daysAgo * day });
    }
    expect(await store.get('manifest.json')).toEqual(left);
    expect(await tagsOf(own.version)).toContain('obsolete');
    expect(new Set(await tagsOf(former.version))).toEqual(new Set([undefined]));
    const named = [former.catalogue, former.files, former.digests, former.history];
    const keys = await store.keys();
    for (const { key } of [...named, ...Object.values(former.exports)]) expect(keys).toContain(key);
  });
});

describe('where this release has published', () => {
  it('nobody goes back to what the release before did, though the manifest is damaged', async () => {
    await storeFormerPublication(store);
    const { version: own } = await publishNetwork(store, networkOf(postOffices(3)));
    let time = Date.now();
    const warm = publishedCatalogue(pointsView, { ...settings(), now: () => time });
    await warm.current();
    await store.put('manifest-3.json', 'damaged');
    time += 61_000;
    expect((await warm.current()).version).toBe(own);
    await expect(publishedCatalogue(pointsView, settings()).current()).rejects.toThrow(StoreUnavailable);
  });

  it('whoever saw its manifest is not given that of the release before when it is gone', async () => {
    await storeFormerPublication(store);
    await publishNetwork(store, networkOf(postOffices(3)));
    const seen = await readManifest(store);
    if (seen.kind !== 'found') throw new Error('nothing is published');
    await store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: seen.key }));
    expect(await readManifest(store, seen)).toEqual({ kind: 'absent' });
    expect(await readManifest(store)).toMatchObject({ kind: 'found', manifest: { version } });
  });

  it('what a release after it publishes under the same key is left alone', async () => {
    await store.put('manifest-3.json', '{"format":4}');
    await expect(runPublisher(store, networkOf(locations))).rejects.toThrow(NewerPublicationFormat);
  });
});
